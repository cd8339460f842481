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
--            many places; 1: enforce (0: count only);
--            per hash how many fields it has, their longest window, their names; then of the rules
--              in a log          weight, max, window, 1: counts from the end (0: from the admission)
--              in a hash         kind, weight, max, window, and
--                0 bucket        burst
--                1 calendar      0
--                2 slots, 3 slots that count from the end: milliseconds of a slot
--                4, 5, 6 split   as 1, 2 and 3, then columns, the asker's column, its part, ceiling
--              in places         max, longest hold, when to ask again
--            at last a text: JSON list of the groups of each split rule (parts/group-draw.lua)
-- answer nothing where it is not remembered what the rules are, else for each admission
--        {0, scarcest rule, what is left of it, how freely a split rule gave (1 part, 2 borrowed, 3 burst, 4 overdraft;
--        0: none is split), which, now, the rule that would have held it up, for how long}; the second to the fifth in one
--        number where the others say nothing, for that is faster:
--        scarcest + 64 * (how freely + 8 * (which + 64 * left));
--        {1} where this id was admitted before; {2, door, milliseconds} closed; {3, door, milliseconds} pace;
--        {4, rule, milliseconds} limit; or an error, which is the fate of that admission alone.
--        Doors and rules are numbered in the order of the list: of doors the shared ones, of logs and of hashes those of its
--        own go first; 0: none.

-- Nearly all admissions are quick: no door was closed lately, no slot has ended, nobody waits. What they need no function for
-- has none, functions get what they need handed in, and tables begin as large as they become: to make a function, to let it
-- reach for variables around it, and to let a table grow takes longer than what is done with them.

-- What most admissions do without, by what it is about.
local function need(run, what)
  if run[what] then return run[what] end
  --@include tally-layout
  local floor, ceil, max, min = math.floor, math.ceil, math.max, math.min
  local now, beijing_ms, spare_ms, strings, heads = run.now, run.beijing_ms, run.spare_ms, run.strings, run.heads
  if what == 'turns' then
    --@include slot-field
    --@include each-slot
    --@include change
    --@include tally-turn
    run.turns = { turn = turn }
  elseif what == 'doors' then
    --@include door
    --@include passed-doors
    run.doors = { door = door, pace_wait = pace_wait, pass_doors = pass_doors, write_doors = write_doors }
  elseif what == 'logs' then
    --@include log
    --@include entered-logs
    run.logs = { look_into_log = look_into_log, enter_into_log = enter_into_log, write_logs = write_logs }
  elseif what == 'places' then
    --@include places
    run.places = { wait_for_place = wait_for_place, has_place = has_place, take_place = take_place }
  elseif what == 'waits' then
    --@include whereabouts
    --@include slot-field
    --@include each-slot
    --@include tally
    --@include group-draw
    --@include room
    run.waits = { wait_for_slots = wait_for_slots, ask_split = ask_split }
  elseif what == 'ends' then
    --@include whereabouts
    --@include change
    --@include log
    --@include slot-field
    --@include tally
    --@include tally-end
    --@include heard-ends
    run.ends = { hear_of_ends = hear_of_ends }
  elseif what == 'asks' then
    --@include whereabouts
    --@include change
    --@include marked-asks
    run.asks = { mark_asks = mark_asks }
  end
  return run[what]
end

-- Hash number h among the keys, whose names and size are those of number `hash` among the rules.
local function read_hash(run, h, hash)
  local first = run.names[hash] + 2
  local last = first + run.sizes[hash] - 2
  local head = redis.call('HMGET', KEYS[run.hashes_behind + h], '#', unpack(run.spec, first, last))
  head[1] = head[1] and head[1] + 0
  run.heads[h] = head
end

local function admit(run, number)
  --@include tally-layout
  local pack, unpack_numbers, sub = struct.pack, struct.unpack, string.sub
  local now, beijing_ms, spare_ms = run.now, run.beijing_ms, run.spare_ms
  local spec, strings, heads, sizes = run.spec, run.strings, run.heads, run.sizes
  local shared_doors, own_doors, shared_logs, own_logs, shared_hashes, own_hashes, places, enforce =
    unpack(spec, 1, 8)
  local doors, logs, hashes = shared_doors + own_doors, shared_logs + own_logs, shared_hashes + own_hashes
  local at = number * run.args_each
  local id, hold, words = ARGV[at], ARGV[at + 1] + 0, ARGV[at + 2]
  local own_from = 1 + shared_doors + shared_logs + (number - 1) * (own_doors + own_logs)
  local hashes_from = shared_hashes + (number - 1) * own_hashes
  run.own_from, run.hashes_from = own_from, hashes_from
  if hold > run.most_hold then run.most_hold = hold end
  for hash = 1, own_hashes do run.read_hash(run, hashes_from + hash, hash) end
  if words ~= '' then run:need('ends').hear_of_ends(cjson.decode(words)) end

  -- Doors: whether one is closed, and if not, whether the pace of one holds the call up.
  local states, last_door, door_wait = nil, 0, 0
  for i = 1, doors do
    local at = i <= shared_doors and 1 + i or own_from + i - shared_doors
    if strings[at] then
      states = states or {}
      states[i] = run:need('doors').door(at)
      local wait = states[i].opens_at - now
      if wait > door_wait then last_door, door_wait = i, wait end
    end
  end
  if door_wait > 0 then return { 2, last_door, door_wait } end
  if states then
    for i, state in pairs(states) do
      local wait = run.doors.pace_wait(state)
      if wait > door_wait then last_door, door_wait = i, wait end
    end
  end

  local rule, last_rule, rule_wait, is_repeated = 0, 0, 0, false
  -- What is written where no rule holds the call up: two entries per log (value, how long it has to stay), one per field.
  local entered, fresh, last_fresh = { 0, 0, 0, 0 }, { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }, 0
  local scarcest, least_share, left_of_scarcest = 0, math.huge, 0
  local freest, freest_rule = 0, 0
  -- How many rules are split, and by their numbers which of them refused.
  local splits, refused = 0, nil
  -- Whether a slot is held that the word of the end has to name.
  local is_held = false
  -- How far `spec` has been read.
  local cursor = run.rules_from
  --@include judge

  local place_keys, holds = run.hashes_behind + run.all_hashes, places > 0 and {}
  for place = 1, places do
    local key = KEYS[place_keys + place]
    local most, longest_hold, again = spec[cursor], spec[cursor + 1], spec[cursor + 2]
    rule, cursor, holds[place] = rule + 1, cursor + 3, longest_hold
    is_repeated = run:need('places').has_place(key, id) or is_repeated
    local wait = run.places.wait_for_place(key, most, again)
    if wait > rule_wait then last_rule, rule_wait = rule, wait end
  end

  -- The same admission was taken before and its answer was lost: all of it was taken then.
  if is_repeated then return { 1 } end
  if door_wait > 0 or (enforce == 1 and rule_wait > 0) then
    if splits > 0 then run:need('asks').mark_asks(refused) end
    if enforce == 1 and rule_wait >= door_wait then return { 4, last_rule, rule_wait } end
    return { 3, last_door, door_wait }
  end

  for log = 1, logs do
    local at = log <= own_logs and own_from + own_doors + log or 1 + shared_doors + log - own_logs
    if log <= own_logs and not strings[at] then
      redis.call('SET', KEYS[at], entered[log * 2 - 1], 'PX', entered[log * 2])
    else
      run:need('logs').enter_into_log(at, entered[log * 2 - 1], entered[log * 2])
    end
  end
  last_fresh = 0
  for hash = 1, hashes do
    local h = hash <= own_hashes and hashes_from + hash or hash - own_hashes
    local head = heads[h]
    run.is_taken[h] = true
    for field = 2, sizes[hash] do
      last_fresh = last_fresh + 1
      head[field] = fresh[last_fresh]
    end
  end
  for place = 1, places do run.places.take_place(KEYS[place_keys + place], id, holds[place]) end
  if states then run.doors.pass_doors(states) end
  -- Sums of fractions stray a little.
  local left = math.floor(left_of_scarcest + 0.000001)
  if left < 0 then left = 0 end
  if rule_wait == 0 and rule < 64 and not is_held then
    return scarcest + 64 * (freest + 8 * (freest_rule + 64 * left))
  end
  return { 0, scarcest, left, freest, freest_rule, now, last_rule, rule_wait }
end

--@include clock

local count, admissions, args_each = ARGV[1] + 0, ARGV[2] + 0, 3
local strings = redis.call('MGET', unpack(KEYS, 1, count))
local spec, told = nil, ARGV[(admissions + 1) * args_each]
if told then
  spec = cjson.decode(told)
  local ms = ARGV[(admissions + 1) * args_each + 1]
  -- Several values are read faster than one list of them.
  if ms ~= '0' then redis.call('SET', KEYS[1], cmsgpack.pack(unpack(spec)), 'PX', ms) end
elseif strings[1] then
  spec = { cmsgpack.unpack(strings[1]) }
else
  return false
end
local shared_hashes, own_hashes = spec[5], spec[6]
local all_hashes = shared_hashes + admissions * own_hashes

-- What all admissions share. Hashes are numbered as they stand among the keys where they are read and written, and as they
-- stand among the rules where it is said what their fields are.
local heads, names, sizes, lasts = { false, false, false, false }, { 0, 0, 0, 0 }, { 0, 0, 0, 0 }, { 0, 0, 0, 0 }
local is_taken = { false, false, false, false }
local run = {
  now = now, beijing_ms = beijing_ms, spare_ms = spare_ms, args_each = args_each, most_hold = 0,
  spec = spec, rules_from = 0, strings = strings,
  -- How many keys stand before the hashes, and how many of them there are.
  hashes_behind = count, all_hashes = all_hashes,
  -- What the fields of a hash hold, its expiry first; which hashes have to be written.
  heads = heads, is_taken = is_taken,
  -- Where the names of a hash stand in `spec`, counted like its fields, and how many fields it has with its expiry.
  names = names, sizes = sizes,
  read_hash = read_hash, need = need,
}
local cursor = 9
for hash = 1, own_hashes + shared_hashes do
  names[hash], sizes[hash], lasts[hash] = cursor, spec[cursor] + 1, spec[cursor + 1]
  cursor = cursor + spec[cursor] + 2
  if hash > own_hashes then read_hash(run, hash - own_hashes, hash) end
end
run.rules_from = cursor

local answers = { 0 }
for number = 1, admissions do
  local is_done, answer = pcall(admit, run, number)
  -- What cannot be read of one person fails nobody else.
  if not is_done and type(answer) ~= 'table' then answer = { err = tostring(answer) } end
  answers[number] = answer
end

local put = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }
for h = 1, all_hashes do
  local hash = h <= shared_hashes and own_hashes + h or (h - shared_hashes - 1) % own_hashes + 1
  local key, head, name, last = KEYS[count + h], heads[h], names[hash], 0
  local is_whole, changed = is_taken[h], run.changed and run.changed[h]
  if is_whole or changed then
    for field = 2, sizes[hash] do
      if is_whole or changed[field] then
        put[last + 1], put[last + 2] = spec[name + field], head[field]
        last = last + 2
      end
    end
    local ms = run.most_hold + lasts[hash]
    if head[1] and head[1] - now >= ms then
      redis.call('HSET', key, unpack(put, 1, last))
    else
      -- It outlives what is taken now by as much again, so that it seldom has to be told.
      ms = 2 * ms + spare_ms
      redis.call('HSET', key, '#', string.format('%.0f', now + ms), unpack(put, 1, last))
      redis.call('PEXPIRE', key, ms)
    end
  end
end
if run.logs or run.changed_logs then run:need('logs').write_logs() end
if run.doors then run.doors.write_doors() end
return answers
