-- What has to be put down although nothing may be taken, logs that all share, and doors that were looked at.
local changed, changed_logs, read_doors, passed_doors = {}, {}, {}, {}
-- Of the logs that admissions were entered in: how long they have to stay. And which logs were not there before.
local log_ms, fresh_logs = {}, {}

-- The state of a door, the same one for all admissions.
local function door(at)
  read_doors[at] = read_doors[at] or read_door(strings[at])
  read_doors[at].key = KEYS[at]
  return read_doors[at]
end

local function pass_doors(states)
  for _, state in pairs(states) do
    if state.ceiling > 0 then
      pass(state)
      passed_doors[state.key] = state
    end
  end
end

local function write_doors()
  for key, state in pairs(passed_doors) do write_door(key, state) end
end

local function change(hash, field, value)
  local h = hash_at(hash)
  heads[h][field] = value
  changed[h] = changed[h] or {}
  changed[h][field] = true
end

-- Lets time pass in a tally.
local function turn(hash, field, kind, columns, unit, counted)
  local value = value_at(hash, field) or new_tally(columns)
  if kind == 4 then
    value = turn_unit(value, unit)
  else
    value = turn_slots(value, hash_key(hash), field_name(hash, field), unit, counted)
  end
  change(hash, field, value)
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
      local hash, field = words[at + 1], words[at + 2]
      local before = value_at(hash, field)
      local ended = before and end_in_slots(before, hash_key(hash), field_name(hash, field), words, at + 3)
      if ended ~= before then change(hash, field, ended) end
      at = at + 8
    else
      redis.call('ZREM', KEYS[run.hashes_behind + run.all_hashes + words[at + 1]], words[at + 2])
      at = at + 3
    end
  end
end

-- Remembers that a group asked, and whether it was refused.
local function mark_ask(hash, field, asker, is_refused)
  local value, from = value_at(hash, field), head_bytes + (asker - 1) * column_bytes + 1
  local used, here, _, refused = struct.unpack('<dddd', value, from)
  change(hash, field, string.sub(value, 1, from - 1)
    .. struct.pack('<dddd', used, here, now, is_refused and now or refused) .. string.sub(value, from + column_bytes))
end

-- Split rules are counted as they come; `refused` says which of them refused.
local function mark_asks(refused)
  local shared_logs, own_logs, shared_hashes, own_hashes = struct.unpack('<dddd', run.numbers, 17)
  local cursor, split = run.rules_from + (shared_logs + own_logs) * 32, 0
  for hash = 1, shared_hashes + own_hashes do
    for field = 2, run.sizes[hash] do
      local kind, asker = struct.unpack('<d', run.numbers, cursor), nil
      if kind > 3 then
        asker, split = struct.unpack('<d', run.numbers, cursor + 48), split + 1
        mark_ask(hash, field, asker, refused and refused[split])
      end
      cursor = cursor + (kind > 3 and 72 or 40)
    end
  end
end

local function enter_into_log(at, value, ms)
  if not strings[at] then fresh_logs[at] = true end
  strings[at], log_ms[at] = value, max(log_ms[at] or 0, ms)
end

local function write_logs()
  for at, ms in pairs(log_ms) do
    if fresh_logs[at] then
      redis.call('SET', KEYS[at], strings[at], 'PX', ms)
    else
      write_log(KEYS[at], strings[at], ms)
    end
  end
  -- Ends have been heard of, and nobody was entered.
  for at in pairs(changed_logs) do
    if not log_ms[at] then redis.call('SET', KEYS[at], strings[at], 'KEEPTTL') end
  end
end
