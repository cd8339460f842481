-- Hears that calls have ended.
--
-- KEYS   logs, hashes and places as limit-admit.lua has them
-- ARGV   1 JSON list of words:
--            0, key, id, milliseconds since the end                                             in a log
--            1, key, field, column, weight, window, slot of the latest end, milliseconds since  in the slots of a hash
--            2, key, id                                                                         in places
-- answer nothing
--
-- Who is not known, or has run out of time, is passed over.

--@include clock
--@include tally-layout
--@include log
--@include slot-field
--@include tally
--@include tally-end

local function end_one_in_log(key, id, ago)
  local before = redis.call('GET', key)
  if not before then return end
  local after = end_in_log(before, '\1' .. id, ago)
  if after ~= before then redis.call('SET', key, after, 'KEEPTTL') end
end

local function end_one_in_slots(key, field, words, at)
  local before = redis.call('HGET', key, field)
  if not before then return end
  local after = end_in_slots(before, key, field, words, at)
  if after ~= before then redis.call('HSET', key, field, after) end
end

local words, at = cjson.decode(ARGV[1]), 1
while words[at] do
  local key = KEYS[words[at + 1]]
  if words[at] == 0 then
    end_one_in_log(key, words[at + 2], words[at + 3])
    at = at + 4
  elseif words[at] == 1 then
    end_one_in_slots(key, words[at + 2], words, at + 3)
    at = at + 8
  else
    redis.call('ZREM', key, words[at + 2])
    at = at + 3
  end
end
