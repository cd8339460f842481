-- A worker has taken the job of a chunk.
--
-- KEYS  1 state, 2 chunks, 3 chunks that were put off
-- ARGV  1 run, 2 chunk, 3 id of its job
-- Answer  {} where there is nothing to do, else { phase, letters of the items or '', settings, ms until the first message may
--         leave, ms until none may begin or '' }

local state, chunks, putOff = KEYS[1], KEYS[2], KEYS[3]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

redis.call('SREM', putOff, ARGV[3])
local run, phase, settings, startAt, deadlineAt =
  unpack(redis.call('HMGET', state, 'run', 'phase', 'settings', 'startAt', 'deadlineAt'))
local chunk = redis.call('HGET', chunks, ARGV[2])
if run ~= ARGV[1] or not chunk or chunk == 'd' then return {} end
-- It has a job, whatever became of the process that added it.
if chunk == 'r' then redis.call('HSET', chunks, ARGV[2], 'q') end
return { phase, string.sub(chunk, 2), settings, math.max(0, startAt - now), deadlineAt and deadlineAt - now or '' }
