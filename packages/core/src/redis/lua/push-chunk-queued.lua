-- The jobs of these chunks are in the queue.
--
-- KEYS  1 state, 2 chunks
-- ARGV  1 run, then the chunks
-- Answer  the phase, or 'stale' where another run has begun

local run, phase = unpack(redis.call('HMGET', KEYS[1], 'run', 'phase'))
if run ~= ARGV[1] then return 'stale' end
for index = 2, #ARGV do
  if redis.call('HGET', KEYS[2], ARGV[index]) == 'r' then redis.call('HSET', KEYS[2], ARGV[index], 'q') end
end
return phase
