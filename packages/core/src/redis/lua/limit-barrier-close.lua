-- Closes a barrier; a later moment that stands there already stays.
--
-- KEYS   the barrier
-- ARGV   1 milliseconds to stay closed, positive
-- answer milliseconds until it opens

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local opens = now + 1 + tonumber(ARGV[1])
local before = tonumber(redis.call('GET', KEYS[1]) or 0)
if before >= opens then return before - now end
redis.call('SET', KEYS[1], opens, 'PX', opens - now + 1000)
return opens - now
