-- Takes room in every rule, or in none, for one admission after the other. All of them come under the same rules, and share
-- every door and counter but those of their recipients.
--
-- KEYS   1 what the rules are, doors and logs that all share, then for each admission the doors and logs of its own; hashes that
--        all share, then for each admission those of its own; places. Doors and logs are strings, a hash holds tallies and
--        buckets in its fields, places are a sorted set id -> end of the hold. What one admission has of its own no other has
-- ARGV   1 how many of the keys are strings, 2 how many admissions, then for each of them
--          1 its id, 2 longest time on the way
--          3 words that calls of these rules have ended, or empty: JSON list of
--              0, log, id, milliseconds since the end
--              1, hash, field, column, weight, window, slot of the latest end, milliseconds since the end
--              2, places, id
--        then what the rules are, and milliseconds to remember that (0: not at all). Both are left out where it is remembered.
--            JSON list: how many doors are shared and how many an admission's own, how many logs are, how many hashes are; how
--            many places; 1: enforce (0: count only),
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
-- answer nothing where it is not remembered what the rules are, else for each admission
--        {0, scarcest rule, what is left of it, how freely a split rule gave (1 part, 2 borrowed, 3 burst, 4 overdraft;
--        0: none is split), which, now, the rule that would have held it up, for how long}; the second to the fifth in one
--        number where the others say nothing, for that is faster:
--        scarcest + 64 * (how freely + 8 * (which + 64 * left));
--        {1} where this id was admitted before; {2, door, milliseconds} closed; {3, door, milliseconds} pace;
--        {4, rule, milliseconds} limit.
--        Doors and rules are numbered in the order of the list: of doors the shared ones, of logs and of hashes those of its
--        own go first; 0: none.

--@include clock
--@include tally-layout

local count, admissions = tonumber(ARGV[1]), tonumber(ARGV[2])
local strings = redis.call('MGET', unpack(KEYS, 1, count))
local args_each, told = 3, ARGV[3 + admissions * 3]
local spec
if told then
  spec = cjson.decode(told)
  for i, number in ipairs(spec[9]) do spec[9][i] = struct.pack('<d', number) end
  spec[9] = table.concat(spec[9])
  local ms = ARGV[4 + admissions * 3]
  if ms ~= '0' then redis.call('SET', KEYS[1], cmsgpack.pack(spec), 'PX', ms) end
elseif strings[1] then
  spec = cmsgpack.unpack(strings[1])
else
  return false
end
local shared_doors, own_doors, shared_logs, own_logs, shared_hashes, own_hashes, places = unpack(spec, 1, 7)
local enforce, numbers, group_text = spec[8] == 1, spec[9], spec[10]
local doors, logs, hashes = shared_doors + own_doors, shared_logs + own_logs, shared_hashes + own_hashes
local all_hashes = shared_hashes + admissions * own_hashes

-- Of the admission in hand; its own doors and logs stand behind `own_from` among the strings, its own hashes behind
-- `hashes_from` among the hashes.
local id, hold, own_from, hashes_from

local function door_at(door)
  return door <= shared_doors and 1 + door or own_from + door - shared_doors
end

local function log_at(log)
  return log <= own_logs and own_from + own_doors + log or 1 + shared_doors + log - own_logs
end

local function hash_at(hash)
  return hash <= own_hashes and hashes_from + hash or hash - own_hashes
end

-- Per hash: where its names begin in `spec` (their number stands first), what the fields of these names hold, how long they
-- have to last after the longest hold, and which of them have to be written.
local names, heads, lasts, changed = {}, {}, {}, {}
local longest = 10
for hash = 1, hashes do
  local first = longest + 1
  longest = first + spec[first] + 1
  local is_own = hash <= own_hashes
  for number = 0, is_own and admissions - 1 or 0 do
    local h = is_own and shared_hashes + number * own_hashes + hash or hash - own_hashes
    names[h], lasts[h] = first, spec[longest]
    heads[h] = redis.call('HMGET', KEYS[count + h], unpack(spec, first + 1, longest - 1))
  end
end
-- Of the logs that admissions were entered in: how long they have to stay. And which logs were not there before.
local log_ms, fresh_logs = {}, {}

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
    door = door, pace_wait = pace_wait, pass_doors = pass_doors, write_doors = write_doors,
    look_into_log = look_into_log, write_log = write_log, write_changed_logs = write_changed_logs,
    turn = turn, wait_for_slots = wait_for_slots, ask_split = ask_split,
    wait_for_place = wait_for_place, has_place = has_place, take_place = take_place,
    hear_of_ends = hear_of_ends, mark_asks = mark_asks,
  }
  return slow
end

local pack, unpack_numbers, sub = struct.pack, struct.unpack, string.sub
-- Hashes that an admission took room in: all fields of their names have to be written.
local is_taken = {}

local function admit()
  -- Doors: whether one is closed, and if not, whether the pace of one holds the call up.
  local states, last_door, door_wait = nil, 0, 0
  for i = 1, doors do
    if strings[door_at(i)] then
      states = states or {}
      states[i] = need_slow().door(door_at(i))
      local wait = states[i].opens_at - now
      if wait > door_wait then last_door, door_wait = i, wait end
    end
  end
  if door_wait > 0 then return { 2, last_door, door_wait } end
  if states then
    for i, state in pairs(states) do
      local wait = slow.pace_wait(state)
      if wait > door_wait then last_door, door_wait = i, wait end
    end
  end

  local rule, last_rule, rule_wait, is_repeated = 0, 0, 0, false
  -- What is written where no rule holds the call up: two entries per log (value, how long it has to stay), one per field.
  local entered, fresh, last_fresh = {}, {}, 0
  local scarcest, least_share, left_of_scarcest = 0, math.huge, 0
  local freest, freest_rule = 0, 0
  -- Four entries per split rule: hash, field, column of the asker, whether it was refused.
  local splits, split = {}, 0
  -- Whether a slot is held that the word of the end has to name.
  local is_held, holds = false, {}
  -- How far `numbers` has been read.
  local cursor = 1
  --@include judge

  for place = 1, places do
    local key = KEYS[count + all_hashes + place]
    local most, longest_hold, again = unpack_numbers('<ddd', numbers, cursor)
    rule, cursor, holds[place] = rule + 1, cursor + 24, longest_hold
    is_repeated = need_slow().has_place(key) or is_repeated
    local wait = slow.wait_for_place(key, most, again)
    if wait > rule_wait then last_rule, rule_wait = rule, wait end
  end

  -- The same admission was taken before and its answer was lost: all of it was taken then.
  if is_repeated then return { 1 } end
  if door_wait > 0 or (enforce and rule_wait > 0) then
    if split > 0 then need_slow().mark_asks(splits) end
    if enforce and rule_wait >= door_wait then return { 4, last_rule, rule_wait } end
    return { 3, last_door, door_wait }
  end

  for log = 1, logs do
    local at, ms = log_at(log), entered[log * 2]
    if not strings[at] then fresh_logs[at] = true end
    strings[at], log_ms[at] = entered[log * 2 - 1], max(log_ms[at] or 0, ms)
  end
  last_fresh = 0
  for hash = 1, hashes do
    local h = hash_at(hash)
    local head = heads[h]
    is_taken[h] = true
    for field = 2, spec[names[h]] do
      last_fresh = last_fresh + 1
      head[field] = fresh[last_fresh]
    end
  end
  for place = 1, places do slow.take_place(KEYS[count + all_hashes + place], holds[place]) end
  if states then slow.pass_doors(states) end
  -- Sums of fractions stray a little.
  local left = max(0, floor(left_of_scarcest + 0.000001))
  if rule_wait == 0 and rule < 64 and not is_held then
    return scarcest + 64 * (freest + 8 * (freest_rule + 64 * left))
  end
  return { 0, scarcest, left, freest, freest_rule, now, last_rule, rule_wait }
end

local answers, most_hold = {}, 0
for number = 1, admissions do
  local at = number * args_each
  id, hold = ARGV[at], tonumber(ARGV[at + 1])
  own_from = 1 + shared_doors + shared_logs + (number - 1) * (own_doors + own_logs)
  hashes_from = shared_hashes + (number - 1) * own_hashes
  most_hold = max(most_hold, hold)
  if ARGV[at + 2] ~= '' then need_slow().hear_of_ends(cjson.decode(ARGV[at + 2])) end
  answers[number] = admit()
end

for at, ms in pairs(log_ms) do
  if fresh_logs[at] then
    redis.call('SET', KEYS[at], strings[at], 'PX', ms)
  else
    need_slow().write_log(KEYS[at], strings[at], ms)
  end
end
for h = 1, all_hashes do
  local key, name, head, put, last = KEYS[count + h], names[h], heads[h], {}, 0
  for field = 2, spec[name] do
    if is_taken[h] or (changed[h] and changed[h][field]) then
      put[last + 1], put[last + 2] = spec[name + field], head[field]
      last = last + 2
    end
  end
  if last > 0 then
    local ms = most_hold + lasts[h]
    if head[1] and head[1] - now >= ms then
      redis.call('HSET', key, unpack(put))
    else
      -- It outlives what is taken now by as much again, so that it seldom has to be told.
      ms = 2 * ms + spare_ms
      redis.call('HSET', key, '#', string.format('%.0f', now + ms), unpack(put))
      redis.call('PEXPIRE', key, ms)
    end
  end
end
if slow then
  slow.write_changed_logs()
  slow.write_doors()
end
return answers
