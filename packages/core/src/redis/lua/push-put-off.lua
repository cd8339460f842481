-- Remembers that a chunk's job is about to be delayed, so that whoever steers the push can bring it back.
--
-- KEYS  1 state, 2 chunks that were put off
-- ARGV  1 run, 2 id of the job, 3 phase that it is put off in
-- Answer  1, or 0 where the push has changed: then it need not be put off

local run, phase = unpack(redis.call('HMGET', KEYS[1], 'run', 'phase'))
if run ~= ARGV[1] or phase ~= ARGV[3] then return 0 end
redis.call('SADD', KEYS[2], ARGV[2])
return 1
