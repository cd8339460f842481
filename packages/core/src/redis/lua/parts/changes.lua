-- What has to be put down although nothing may be taken, and doors that were looked at.
local changed_logs, read_doors, passed_doors = {}, {}, {}

-- The state of a door, the same one for all admissions.
local function door(at)
  read_doors[at] = read_doors[at] or read_door(strings[at])
  return read_doors[at]
end

local function pass_doors(states)
  for i, state in pairs(states) do
    if state.ceiling > 0 then
      pass(state)
      passed_doors[door_at(i)] = state
    end
  end
end

local function write_doors()
  for at, state in pairs(passed_doors) do write_door(KEYS[at], state) end
end

local function change(h, field, value)
  heads[h][field] = value
  changed[h] = changed[h] or {}
  changed[h][field] = true
end

-- Lets time pass in a tally.
local function turn(h, field, kind, columns, unit, counted)
  local value = heads[h][field] or new_tally(columns)
  if kind == 4 then
    value = turn_unit(value, unit)
  else
    value = turn_slots(value, KEYS[count + h], spec[names[h] + field], unit, counted)
  end
  change(h, field, value)
  return value
end

-- Hears that calls have ended.
local function hear_of_ends(words)
  local at = 1
  while words[at] do
    if words[at] == 0 then
      local log = log_at(words[at + 1])
      local ended = strings[log] and end_in_log(strings[log], '\1' .. words[at + 2], words[at + 3])
      if ended ~= strings[log] then strings[log], changed_logs[log] = ended, true end
      at = at + 4
    elseif words[at] == 1 then
      local h, field = hash_at(words[at + 1]), words[at + 2]
      local before = heads[h][field]
      local ended = before and end_in_slots(before, KEYS[count + h], spec[names[h] + field], words, at + 3)
      if ended ~= before then change(h, field, ended) end
      at = at + 8
    else
      redis.call('ZREM', KEYS[count + all_hashes + words[at + 1]], words[at + 2])
      at = at + 3
    end
  end
end

-- Remembers that a group asked, and whether it was refused.
local function mark_ask(h, field, asker, is_refused)
  local value, from = heads[h][field], head_bytes + (asker - 1) * column_bytes + 1
  local used, here, _, refused = struct.unpack('<dddd', value, from)
  change(h, field, string.sub(value, 1, from - 1)
    .. struct.pack('<dddd', used, here, now, is_refused and now or refused) .. string.sub(value, from + column_bytes))
end

local function mark_asks(splits)
  for i = 1, #splits, 4 do mark_ask(splits[i], splits[i + 1], splits[i + 2], splits[i + 3]) end
end

-- Ends have been heard of, and nobody was entered.
local function write_changed_logs()
  for at in pairs(changed_logs) do
    if not log_ms[at] then redis.call('SET', KEYS[at], strings[at], 'KEEPTTL') end
  end
end
