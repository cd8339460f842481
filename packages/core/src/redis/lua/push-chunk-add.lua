-- Makes a chunk of a push known before its job is added. Whoever reads the same items again adds nothing new.
--
-- KEYS  1 state, 2 chunks, 3 results, 4 troubles, 5 chunks that were put off
-- ARGV  1 run, 2 chunk, 3 items in it, 4 further items that are invalid, 5 their results or '', 6 their troubles as JSON
-- Answer  'new', 'open' (known, without an end), 'done', 'cancelled' or 'stale': another run has begun
--
-- A chunk is 'r' (known), 'q' (its job was added) or 'd' (each item has an end); behind 'r' and 'q' may stand one letter for
-- each item, '.' where it has no end.

local state, chunks = KEYS[1], KEYS[2]
local results, troubles = KEYS[3], KEYS[4]
local run, phase, endedAt = unpack(redis.call('HMGET', state, 'run', 'phase', 'endedAt'))
if run ~= ARGV[1] then return 'stale' end
if phase == 'cancelled' then return 'cancelled' end
local known = redis.call('HGET', chunks, ARGV[2])
if known then return known == 'd' and 'done' or 'open' end
-- Another operator's end of the source came first, and this one has more.
if endedAt then
  redis.call('HDEL', state, 'endedAt')
  redis.call('HSET', state, 'phase', 'running')
  for _, key in ipairs(KEYS) do redis.call('PERSIST', key) end
end

local items, invalid = tonumber(ARGV[3]), tonumber(ARGV[4])
redis.call('HSET', chunks, ARGV[2], items > 0 and 'r' or 'd')
redis.call('HINCRBY', state, 'read', items + invalid)
if endedAt then redis.call('HSET', state, 'fed', 0) end
if items > 0 then redis.call('HINCRBY', state, 'open', 1) end
if invalid > 0 then
  redis.call('HINCRBY', state, 'n:i', invalid)
  redis.call('RPUSH', results, ARGV[5])
--@include push-troubles
  addTroubles(ARGV[6])
end
return 'new'
