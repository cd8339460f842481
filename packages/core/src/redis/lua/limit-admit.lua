-- Takes room in every rule, or in none.
--
-- KEYS   doors, logs, hashes, places. Doors and logs are strings, a hash holds tallies and buckets in fields, places are a
--        sorted set member -> end of the hold
-- ARGV   1 JSON list:
--            number of doors, of logs, of hashes, of words, of rules kept in logs, of rules kept in places,
--            longest time on the way, 1: enforce (0: count only),
--            per hash: number of fields, of rules kept in it, '#' (when it expires), fields of the rules, other fields
--            per word that a call has ended:
--              0, log, member, milliseconds since the end
--              1, hash, field, column, weight, window, slot of the latest end, milliseconds since the end
--              2, places, member
--            per rule in a log:    weight, max, window, 1: counts from the end (0: from the admission)
--            per rule in a hash:   kind, weight, max, window, and
--              0 bucket            burst
--              1 calendar, 2 slots, 3 slots that count from the end: nothing
--              4, 5, 6 the same, split: columns, the asker's column, its part, ceiling, JSON of the groups (parts/room.lua)
--            per rule in places:   max, longest hold, when to ask again
--        2 id of the admission
-- answer {0, now, scarcest rule, what is left of it, how the freest draw was, its rule, then if not enforced the shadowed
--        refusal: rule, milliseconds} where admitted; {1} where this id was admitted before;
--        {2, door, milliseconds} closed; {3, door, milliseconds} pace; {4, rule, milliseconds} limit.
--        Rules are numbered in the order of the list.

--@include clock
--@include door
--@include log
--@include tally
--@include room

local spec = cjson.decode(ARGV[1])
local doors, logs, hashes, words = spec[1], spec[2], spec[3], spec[4]
local log_rules, place_rules, hold, enforce = spec[5], spec[6], spec[7], spec[8] == 1
local first_hash, first_place = doors + logs, doors + logs + hashes
local member = '\1' .. ARGV[2]
-- How far `spec` has been read.
local cursor = 9

local strings = doors + logs > 0 and redis.call('MGET', unpack(KEYS, 1, doors + logs)) or {}
local changed_logs = {}

-- Per hash: where its fields stand in `spec`, what they hold, which of them have to be written, its longest window.
local names, heads, changed, longest = {}, {}, {}, {}
for h = 1, hashes do
  local fields = spec[cursor]
  names[h], changed[h], longest[h] = cursor + 1, {}, 0
  heads[h] = redis.call('HMGET', KEYS[first_hash + h], unpack(spec, cursor + 2, cursor + 1 + fields))
  cursor = cursor + 2 + fields
end

local function write_hash(h)
  local put, key = {}, KEYS[first_hash + h]
  for field in pairs(changed[h]) do
    local count = #put
    put[count + 1], put[count + 2] = spec[names[h] + field], heads[h][field]
  end
  if put[1] == nil then return end
  local expires = tonumber(heads[h][1] or 0)
  local is_short = expires < now + longest[h] + hold
  if is_short then
    expires = now + 2 * (longest[h] + hold) + 1000
    put[#put + 1] = '#'
    put[#put + 1] = string.format('%.0f', expires)
  end
  redis.call('HSET', key, unpack(put))
  if is_short then redis.call('PEXPIRE', key, expires - now) end
end

local function write_changes()
  for log in pairs(changed_logs) do redis.call('SET', KEYS[doors + log], strings[doors + log], 'KEEPTTL') end
  for h = 1, hashes do write_hash(h) end
end

--@include ended-calls
--@include judge

for _ = 1, words do cursor = cursor + hear_of_end(cursor) end

-- Doors: whether one is closed, and if not, whether one's pace holds the call up.
local states, last_door, door_wait = nil, 0, 0
for i = 1, doors do
  if strings[i] then
    states = states or {}
    states[i] = read_door(strings[i])
    if states[i][1] - now > door_wait then last_door, door_wait = i, states[i][1] - now end
  end
end
if door_wait > 0 then
  write_changes()
  return { 2, last_door, door_wait }
end
for i, state in pairs(states or {}) do
  local wait = pace_wait(state)
  if wait > door_wait then last_door, door_wait = i, wait end
end

-- Rules: what each of them says, and what is to be written where all have room.
local rule, last_rule, rule_wait, fresh = 0, 0, 0, {}
local scarcest, least_share, left_of_scarcest = 0, math.huge, 0
local function note(wait, written, left, most)
  rule = rule + 1
  fresh[rule] = written
  if wait > rule_wait then last_rule, rule_wait = rule, wait end
  if left / most < least_share then scarcest, least_share, left_of_scarcest = rule, left / most, left end
end

local is_repeated = false
for log = 1, log_rules do
  is_repeated = is_in_log(strings[doors + log], member) or is_repeated
  note(judge_log(log, cursor))
  cursor = cursor + 4
end
local freest, freest_rule, splits = 0, 0, {}
for h = 1, hashes do
  for field = 2, spec[names[h]] + 1 do
    if spec[cursor + 3] > longest[h] then longest[h] = spec[cursor + 3] end
    if spec[cursor] == 0 then
      note(judge_bucket(heads[h][field], cursor))
      cursor = cursor + 5
    else
      local wait, written, left, most, draw, width = judge_tally(h, field, cursor)
      note(wait, written, left, most)
      if width == 9 then
        splits[#splits + 1] = { h, field, spec[cursor + 5], wait }
        if draw and draw > freest then freest, freest_rule = draw, rule end
      end
      cursor = cursor + width
    end
  end
end
local place_cursor = cursor
for place = 1, place_rules do
  local key = KEYS[first_place + place]
  is_repeated = redis.call('ZSCORE', key, ARGV[2]) and true or is_repeated
  note(judge_places(key, cursor), nil, 1, 1)
  cursor = cursor + 3
end

-- The same admission was taken before and its answer was lost: all of it was taken then.
if is_repeated then
  write_changes()
  return { 1 }
end

if door_wait > 0 or (enforce and rule_wait > 0) then
  for _, split in ipairs(splits) do
    local h, field, asker, wait = unpack(split)
    heads[h][field], changed[h][field] = with_ask(heads[h][field], asker, wait > 0), true
  end
  write_changes()
  if enforce and rule_wait >= door_wait then return { 4, last_rule, rule_wait } end
  return { 3, last_door, door_wait }
end

rule = 0
for log = 1, log_rules do
  rule = rule + 1
  changed_logs[log] = nil
  write_log(KEYS[doors + log], strings[doors + log], fresh[rule])
end
for h = 1, hashes do
  for field = 2, spec[names[h]] + 1 do
    rule = rule + 1
    heads[h][field], changed[h][field] = fresh[rule], true
  end
end
write_changes()
for place = 1, place_rules do take_place(KEYS[first_place + place], spec[place_cursor + place * 3 - 2]) end
for i, state in pairs(states or {}) do
  if state[4] > 0 then
    pass(state)
    write_door(KEYS[i], state)
  end
end
return {
  0, now, scarcest, max(0, floor(left_of_scarcest)), freest, freest_rule, last_rule, rule_wait,
}

