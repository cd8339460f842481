-- Notes ends of a chunk's items, each once: where two workers run the same chunk, the first word counts.
--
-- KEYS  1 state, 2 chunks, 3 results, 4 troubles, 5 chunks that were put off
-- ARGV  1 run, 2 chunk, 3 one letter for each item, '.' where there is no news, 4 results or '', 5 troubles as JSON,
--       6 why nothing leaves or '', 7 ms for which that holds
-- Answer  { 'noted' | 'known' | 'gone', phase or '', letters of the items or '' }
--         'known': somebody has noted one of them before, so nothing was noted; leave out what the letters say
--         'gone': the chunk is done, or another run has begun

local state, chunks, results, troubles, keys = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
--@include push-end
--@include push-troubles

local run, phase = unpack(redis.call('HMGET', state, 'run', 'phase'))
local chunk = redis.call('HGET', chunks, ARGV[2])
if run ~= ARGV[1] or not chunk or chunk == 'd' then return { 'gone', phase or '', '' } end

if ARGV[6] ~= '' then
  redis.call('HSET', state, 'waiting', ARGV[6], 'waitingUntil', now + ARGV[7])
end
local news, before = ARGV[3], string.sub(chunk, 2)
if not string.find(news, '[^.]') then return { 'noted', phase, before } end
if before == '' then before = string.rep('.', #news) end

local letters, counts, ended, open = {}, {}, 0, 0
for position = 1, #news do
  local old, new = string.sub(before, position, position), string.sub(news, position, position)
  if new ~= '.' then
    if old ~= '.' then return { 'known', phase, before } end
    counts[new] = (counts[new] or 0) + 1
    ended = ended + 1
    old = new
  end
  if old == '.' then open = open + 1 end
  letters[position] = old
end

for letter, count in pairs(counts) do redis.call('HINCRBY', state, 'n:' .. letter, count) end
redis.call('RPUSH', results, ARGV[4])
addTroubles(ARGV[5])
local second = math.floor(now / 1000)
local place = 'b' .. second % 16
local at, count = string.match(redis.call('HGET', state, place) or '', '(%d+) (%d+)')
if tonumber(at) ~= second then count = 0 end
redis.call('HSET', state, place, string.format('%.0f %.0f', second, count + ended))

if open > 0 then
  local after = table.concat(letters)
  redis.call('HSET', chunks, ARGV[2], 'q' .. after)
  return { 'noted', phase, after }
end
redis.call('HSET', chunks, ARGV[2], 'd')
redis.call('HINCRBY', state, 'open', -1)
endWhereAllIsDone()
return { 'noted', phase, '' }
