-- Renews the right to handle an event. Where Redis has lost the event, whoever handles it holds it again, without its
-- content: then its repetitions are known for what they are.
--
-- KEYS  1 event, 2 index of open events
-- ARGV  1 event key, 2 token, 3 lease in ms, 4 calls of its handlers, 5 how long the event is remembered in ms
-- Answer  1, or 0 where another has taken it up or it is done

local event = KEYS[1]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local state, holder, hasContent = redis.call('HGET', event, 's'), redis.call('HGET', event, 'k'),
  redis.call('HEXISTS', event, 'c')
if state and (state == 'd' or holder ~= ARGV[2]) then return 0 end

local leaseUntil = now + ARGV[3]
redis.call('HSET', event, 's', 'o', 'k', ARGV[2], 'l', leaseUntil, 'a', ARGV[4], 'm', ARGV[5])
if not state then redis.call('PEXPIRE', event, ARGV[5]) end
if redis.call('PTTL', event) < tonumber(ARGV[3]) then redis.call('PEXPIRE', event, ARGV[3]) end
if hasContent == 1 then redis.call('ZADD', KEYS[2], leaseUntil, ARGV[1]) end
return 1
