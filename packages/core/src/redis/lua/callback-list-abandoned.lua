-- Names events whose lease ran out or whose delay is over.
--
-- KEYS  1 index of open events
-- ARGV  1 how many
-- Answer  event keys, the one that waits longest first

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
return redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ARGV[1])
