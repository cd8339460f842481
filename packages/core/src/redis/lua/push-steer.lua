-- Pauses, resumes or cancels a push.
--
-- KEYS  1 state, 2 chunks, 3 results, 4 troubles, 5 chunks that were put off
-- ARGV  1 run, 2 'pause', 'resume' or 'cancel'
-- Answer  { phase or 'stale', ids of the jobs that were put off }

local state, chunks, putOff, keys = KEYS[1], KEYS[2], KEYS[5], KEYS
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
--@include push-end

local run, phase, endedAt = unpack(redis.call('HMGET', state, 'run', 'phase', 'endedAt'))
if run ~= ARGV[1] then return { 'stale', {} } end
if endedAt then return { phase, {} } end

if ARGV[2] == 'pause' and phase == 'running' then phase = 'paused' end
if ARGV[2] == 'resume' and phase == 'paused' then phase = 'running' end
if ARGV[2] == 'cancel' then
  phase = 'cancelled'
  -- Nothing more is read. What has no job yet counts as not read.
  local all = redis.call('HGETALL', chunks)
  for index = 1, #all, 2 do
    if all[index + 1] == 'r' then
      redis.call('HDEL', chunks, all[index])
      redis.call('HINCRBY', state, 'open', -1)
      redis.call('HINCRBY', state, 'read', -tonumber(string.match(all[index], '-(%d+)-')))
    end
  end
  redis.call('HSET', state, 'fed', 1, 'total', redis.call('HGET', state, 'read'))
end
redis.call('HSET', state, 'phase', phase)
if ARGV[2] == 'resume' then redis.call('HDEL', state, 'waiting', 'waitingUntil') end
endWhereAllIsDone()
return { phase, redis.call('SMEMBERS', putOff) }
