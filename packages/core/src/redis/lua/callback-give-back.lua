-- Gives an event back that was not handled. A repetition takes it at once, and whoever looks for such events later.
--
-- KEYS  1 event, 2 index of open events
-- ARGV  1 event key, 2 token, 3 delay in ms, 4 calls of its handlers
-- Answer  1, or 0 where another has taken it up or it is done

local event = KEYS[1]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local state, holder = unpack(redis.call('HMGET', event, 's', 'k'))
if state ~= 'o' or holder ~= ARGV[2] then return 0 end

redis.call('HSET', event, 'k', '', 'l', now + ARGV[3], 'a', ARGV[4])
-- Without its content, which was lost, only the platform can bring it again.
if redis.call('HEXISTS', event, 'c') == 1 then redis.call('ZADD', KEYS[2], now + ARGV[3], ARGV[1]) end
return 1
