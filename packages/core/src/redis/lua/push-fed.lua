-- The source was read to its end, and every chunk of it has a job.
--
-- KEYS  1 state, 2 chunks, 3 results, 4 troubles, 5 chunks that were put off
-- ARGV  1 run
-- Answer  the phase, or 'stale' where another run has begun

local state, keys = KEYS[1], KEYS
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
--@include push-end

local run, read = unpack(redis.call('HMGET', state, 'run', 'read'))
if run ~= ARGV[1] then return 'stale' end
redis.call('HSET', state, 'fed', 1, 'total', read)
endWhereAllIsDone()
return redis.call('HGET', state, 'phase')
