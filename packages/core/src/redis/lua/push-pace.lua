-- Takes the next moment at which a message of the push may leave, where that is not too far off.
--
-- KEYS  1 next free moment, in microseconds
-- ARGV  1 microseconds between two messages, 2 longest wait in microseconds
-- Answer  { 1 where the moment was taken, else 0, microseconds until it }

local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local moment = math.max(now, tonumber(redis.call('GET', KEYS[1]) or 0))
local wait = moment - now
if wait > tonumber(ARGV[2]) then return { 0, wait } end
redis.call('SET', KEYS[1], string.format('%.0f', moment + ARGV[1]), 'PX', math.ceil((wait + ARGV[1]) / 1000) + 60000)
return { 1, wait }
