-- Takes the next fencing number. It follows the clock, so that it grows on after the server lost its data.
-- KEYS[1]  hash of the fence: taken, written
-- ARGV[1]  how long the fence is remembered after its last use, in milliseconds
-- Answer   the number, as a string of digits
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
local taken = tonumber(redis.call('HGET', KEYS[1], 'taken') or '0')
local fence = string.format('%.0f', math.max(now, taken + 1))
redis.call('HSET', KEYS[1], 'taken', fence)
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return fence
