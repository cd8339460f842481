-- An operator has looked at what was lost: ids that are not found count as new again.
--
-- KEYS  1 meta of the account
-- ARGV  1 epoch to begin where there is none
-- Answer  1 where a loss was noted, else 0

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSETNX', KEYS[1], 'epoch', ARGV[1])
-- Stays: a process that still expects the epoch before must not note the same loss again.
redis.call('HSET', KEYS[1], 'acceptedAt', now)
return redis.call('HDEL', KEYS[1], 'lostAt')
