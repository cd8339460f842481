-- Takes up one event that nobody handles any more. One that was forgotten leaves the index here.
--
-- KEYS  1 event, 2 index of open events
-- ARGV  1 event key, 2 token of this take, 3 lease in ms
-- Answer  { attempt, how long it is remembered in ms, content }, or nil where somebody else was quicker

local event = KEYS[1]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local state, leaseUntil, attempt, content, rememberMs = unpack(redis.call('HMGET', event, 's', 'l', 'a', 'c', 'm'))
if state ~= 'o' or not content then
  redis.call('ZREM', KEYS[2], ARGV[1])
  return nil
end
if tonumber(leaseUntil) > now then return nil end

attempt = tonumber(attempt) + 1
redis.call('HSET', event, 'k', ARGV[2], 'l', now + ARGV[3], 'a', attempt)
if redis.call('PTTL', event) < tonumber(ARGV[3]) then redis.call('PEXPIRE', event, ARGV[3]) end
redis.call('ZADD', KEYS[2], now + ARGV[3], ARGV[1])
return { attempt, tonumber(rememberMs), content }
