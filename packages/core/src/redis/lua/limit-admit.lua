-- Takes room in every rule, or in none.
--
-- KEYS   doors, logs, what the rules are, hashes, places. Doors and logs are strings, a hash holds tallies and buckets in
--        its fields, places are a sorted set id -> end of the hold
-- ARGV   1 id of the admission, 2 how many of the keys are strings, 3 longest time on the way
--        4 words that calls of these rules have ended, or empty: JSON list of
--              0, log, id, milliseconds since the end
--              1, hash, field, column, weight, window, slot of the latest end, milliseconds since the end
--              2, places, id
--        5 what the rules are, 6 milliseconds to remember that (0: not at all). Both are left out where it is remembered.
--            JSON list: number of doors, of logs, of hashes, of places, 1: enforce (0: count only),
--            list of the rules' numbers,
--              in a log          weight, max, window, 1: counts from the end (0: from the admission)
--              in a hash         kind, weight, max, window, and four more
--                0 bucket        burst, 0, 0, 0
--                1 calendar, 2 slots, 3 slots that count from the end: 0, 0, 0, 0
--                4, 5, 6 split   columns, the asker's column, its part, ceiling
--              in places         max, longest hold, when to ask again
--            text: JSON list of the groups of each split rule (parts/group-draw.lua),
--            per hash            number of names, '#' (the field that tells when the hash expires), the other fields' names,
--                                longest window
-- answer where admitted: {0, scarcest rule, what is left of it, how freely a split rule gave (1 part, 2 borrowed, 3 burst,
--        4 overdraft; 0: none is split), which, now, the rule that would have held it up, for how long}; the second to the
--        fifth in one number where the others say nothing, for that is faster:
--        scarcest + 64 * (how freely + 8 * (which + 64 * left));
--        {1} where this id was admitted before; {2, door, milliseconds} closed; {3, door, milliseconds} pace;
--        {4, rule, milliseconds} limit; {5} where it is not remembered what the rules are.
--        Rules are numbered in the order of the list; 0: none.

--@include clock
--@include tally-layout

local count = tonumber(ARGV[2])
local strings = redis.call('MGET', unpack(KEYS, 1, count))
local spec
if ARGV[5] then
  spec = cjson.decode(ARGV[5])
  for i, number in ipairs(spec[6]) do spec[6][i] = struct.pack('<d', number) end
  spec[6] = table.concat(spec[6])
  if ARGV[6] ~= '0' then redis.call('SET', KEYS[count], cmsgpack.pack(spec), 'PX', ARGV[6]) end
elseif strings[count] then
  spec = cmsgpack.unpack(strings[count])
else
  return { 5 }
end
local doors, logs, hashes, places, enforce = spec[1], spec[2], spec[3], spec[4], spec[5] == 1
local numbers, id, hold = spec[6], ARGV[1], tonumber(ARGV[3])

-- Per hash: where its names begin in `spec` (their number stands first), what the fields of these names hold, how long they
-- have to last, and which of them have to be written in any case.
local names, heads, lasts, changed = {}, {}, {}, {}
local longest = 7
for h = 1, hashes do
  local first = longest + 1
  names[h], longest = first, first + spec[first] + 1
  heads[h] = redis.call('HMGET', KEYS[count + h], unpack(spec, first + 1, longest - 1))
  lasts[h] = hold + spec[longest]
end

-- What most admissions do without. To define a function costs time, too, so this is only done where one is needed.
local slow
local function need_slow()
  if slow then return slow end
  --@include door
  --@include log
  --@include tally
  --@include group-draw
  --@include room
  --@include places
  --@include changes
  slow = {
    read_door = read_door, write_door = write_door, pace_wait = pace_wait, pass = pass,
    look_into_log = look_into_log, write_log = write_log,
    turn = turn, wait_for_slots = wait_for_slots, ask_split = ask_split,
    wait_for_place = wait_for_place, has_place = has_place, take_place = take_place,
    hear_of_ends = hear_of_ends, put_down = put_down, write_hash = write_hash,
  }
  return slow
end

if ARGV[4] and ARGV[4] ~= '' then need_slow().hear_of_ends(cjson.decode(ARGV[4])) end

-- Doors: whether one is closed, and if not, whether the pace of one holds the call up.
local states, last_door, door_wait = nil, 0, 0
for i = 1, doors do
  if strings[i] then
    states = states or {}
    states[i] = need_slow().read_door(strings[i])
    local wait = states[i].opens_at - now
    if wait > door_wait then last_door, door_wait = i, wait end
  end
end
if door_wait > 0 then
  slow.put_down({})
  return { 2, last_door, door_wait }
end
if states then
  for i, state in pairs(states) do
    local wait = slow.pace_wait(state)
    if wait > door_wait then last_door, door_wait = i, wait end
  end
end

local pack, unpack_numbers, sub = struct.pack, struct.unpack, string.sub
local rule, last_rule, rule_wait, is_repeated = 0, 0, 0, false
local fresh_logs, puts, holds = {}, {}, {}
local scarcest, least_share, left_of_scarcest = 0, math.huge, 0
local freest, freest_rule = 0, 0
-- Four entries per split rule: hash, field, column of the asker, whether it was refused.
local splits, split = {}, 0
-- Whether a slot is held that the word of the end has to name.
local is_held = false
-- How far `numbers` has been read.
local cursor = 1
--@include judge

for place = 1, places do
  local key = KEYS[count + hashes + place]
  local most, longest_hold, again = unpack_numbers('<ddd', numbers, cursor)
  rule, cursor = rule + 1, cursor + 24
  holds[place], is_repeated = longest_hold, need_slow().has_place(key) or is_repeated
  local wait = slow.wait_for_place(key, most, again)
  if wait > rule_wait then last_rule, rule_wait = rule, wait end
end

-- The same admission was taken before and its answer was lost: all of it was taken then.
if is_repeated then
  slow.put_down({})
  return { 1 }
end
if door_wait > 0 or (enforce and rule_wait > 0) then
  need_slow().put_down(splits)
  if enforce and rule_wait >= door_wait then return { 4, last_rule, rule_wait } end
  return { 3, last_door, door_wait }
end

for log = 1, logs do
  local key, value, ms = KEYS[doors + log], fresh_logs[log * 2 - 1], fresh_logs[log * 2]
  if strings[doors + log] then slow.write_log(key, value, ms) else redis.call('SET', key, value, 'PX', ms) end
end
for h = 1, hashes do
  local key, expires = KEYS[count + h], heads[h][1]
  if expires and expires - now >= lasts[h] then
    redis.call('HSET', key, unpack(puts[h]))
  else
    need_slow().write_hash(key, puts[h], lasts[h])
  end
end
for place = 1, places do slow.take_place(KEYS[count + hashes + place], holds[place]) end
if states then
  for i, state in pairs(states) do
    if state.ceiling > 0 then
      slow.pass(state)
      slow.write_door(KEYS[i], state)
    end
  end
end
-- Sums of fractions stray a little.
local left = max(0, floor(left_of_scarcest + 0.000001))
if rule_wait == 0 and rule < 64 and not is_held then return scarcest + 64 * (freest + 8 * (freest_rule + 64 * left)) end
return { 0, scarcest, left, freest, freest_rule, now, last_rule, rule_wait }
