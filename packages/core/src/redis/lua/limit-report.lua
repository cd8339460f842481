-- Adds what one process has counted, and tells what the fleet knows.
--
-- KEYS   1 processes, 2 notes, 3 time line of all endpoints, then that of each endpoint that was counted
-- ARGV   1 id of the process, 2 milliseconds that it counts as one of the fleet, 3 width of an entry, 4 milliseconds that
--        a time line goes back, 5 entries to tell, 6 number of notes,
--        per note three: key, milliseconds that it lasts (-1: take it away), text
--        per endpoint four: calls, limited, failed, milliseconds
-- answer {processes, rank, {entry, its numbers as text, …}, {key of a note, text, …}}
--
-- Processes are a sorted set id -> moment of the last report; notes are a hash key -> "moment of the end|text".

--@include clock
--@include time-line

local memory_ms, entry_ms, kept_ms = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local notes, entry = tonumber(ARGV[6]), floor(now / entry_ms)

-- Adds to the entry under way; the first time also forgets those that are too old.
local function add(key, numbers)
  local field = string.format('%.0f', entry)
  local before = redis.call('HGET', key, field)
  if not before then
    for _, old in ipairs(redis.call('HKEYS', key)) do
      if tonumber(old) <= entry - kept_ms / entry_ms then redis.call('HDEL', key, old) end
    end
  end
  local sums, i = {}, 0
  for number in string.gmatch(before or '0 0 0 0', '%S+') do
    i = i + 1
    sums[i] = string.format('%.0f', number + numbers[i])
  end
  redis.call('HSET', key, field, table.concat(sums, ' '))
  redis.call('PEXPIRE', key, kept_ms + entry_ms)
end

local function note(key, ttl, text)
  if ttl < 0 then return redis.call('HDEL', KEYS[2], key) end
  redis.call('HSET', KEYS[2], key, string.format('%.0f|', now + ttl) .. text)
  if redis.call('PTTL', KEYS[2]) < ttl then redis.call('PEXPIRE', KEYS[2], ttl) end
end

local function living_notes()
  local all, living = redis.call('HGETALL', KEYS[2]), {}
  for i = 1, #all, 2 do
    local ends, text = string.match(all[i + 1], '^(%d+)|(.*)$')
    if tonumber(ends) > now then
      living[#living + 1] = all[i]
      living[#living + 1] = text
    else
      redis.call('HDEL', KEYS[2], all[i])
    end
  end
  return living
end

-- How many processes there are, and where this one stands among their ids.
local function place_among_processes(id)
  local rank = 0
  local processes = redis.call('ZRANGE', KEYS[1], 0, -1)
  for _, other in ipairs(processes) do
    if other < id then rank = rank + 1 end
  end
  return #processes, rank
end

redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - memory_ms)
redis.call('PEXPIRE', KEYS[1], memory_ms)
for i = 1, notes do note(ARGV[4 + i * 3], tonumber(ARGV[5 + i * 3]), ARGV[6 + i * 3]) end
local total, is_any = { 0, 0, 0, 0 }, false
for i = 4, #KEYS do
  local at, numbers = 7 + notes * 3 + (i - 4) * 4, {}
  for n = 1, 4 do
    numbers[n] = tonumber(ARGV[at + n - 1])
    total[n] = total[n] + numbers[n]
  end
  add(KEYS[i], numbers)
  is_any = true
end
if is_any then add(KEYS[3], total) end
local processes, rank = place_among_processes(ARGV[1])
return { processes, rank, read_entries(KEYS[3], entry - tonumber(ARGV[5]) + 1, entry), living_notes() }
