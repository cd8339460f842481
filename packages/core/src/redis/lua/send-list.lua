-- Names the records of an index in its order. Those whose records have been forgotten leave the index here.
--
-- KEYS  1 index: pending records by end of lease in ms, or unknown records by fence in µs
-- ARGV  1 'pending' or 'unknown', 2 for unknown: list those above this fence, 3 how many, 4 retention of open records in ms
-- Answer  request ids; of pending records only those whose lease is over

local index, isPending = KEYS[1], ARGV[1] == 'pending'
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
-- A record outlives its score by the retention, and by however long its holder kept it: twice as long is late enough.
local forgottenBefore = (now - 2 * ARGV[4]) * (isPending and 1 or 1000)
redis.call('ZREMRANGEBYSCORE', index, '-inf', string.format('(%.0f', forgottenBefore))
if isPending then return redis.call('ZRANGEBYSCORE', index, '-inf', now, 'LIMIT', 0, ARGV[3]) end
return redis.call('ZRANGEBYSCORE', index, '(' .. ARGV[2], '+inf', 'LIMIT', 0, ARGV[3])
