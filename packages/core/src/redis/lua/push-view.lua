-- Tells what a push has come to.
--
-- KEYS  1 state
-- Answer  { now in epoch ms, the state as a flat hash }

local time = redis.call('TIME')
return { time[1] * 1000 + math.floor(time[2] / 1000), redis.call('HGETALL', KEYS[1]) }
