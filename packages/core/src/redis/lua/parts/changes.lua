-- What has to be put down although nothing may be taken.
local changed_logs = {}

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
      local log = doors + words[at + 1]
      local ended = strings[log] and end_in_log(strings[log], '\1' .. words[at + 2], words[at + 3])
      if ended ~= strings[log] then strings[log], changed_logs[log] = ended, true end
      at = at + 4
    elseif words[at] == 1 then
      local h, field = words[at + 1], words[at + 2]
      local before = heads[h][field]
      local ended = before and end_in_slots(before, KEYS[count + h], spec[names[h] + field], words, at + 3)
      if ended ~= before then change(h, field, ended) end
      at = at + 8
    else
      redis.call('ZREM', KEYS[count + hashes + words[at + 1]], words[at + 2])
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

-- `put` are fields and values. The hash outlives what is taken now by as much again, so that it seldom has to be told.
local function write_hash(key, put, ms_to_last)
  local last, ms = #put, 2 * ms_to_last + spare_ms
  put[last + 1], put[last + 2] = '#', string.format('%.0f', now + ms)
  redis.call('HSET', key, unpack(put))
  redis.call('PEXPIRE', key, ms)
end

local function put_down(splits)
  for i = 1, #splits, 4 do mark_ask(splits[i], splits[i + 1], splits[i + 2], splits[i + 3]) end
  for log in pairs(changed_logs) do redis.call('SET', KEYS[log], strings[log], 'KEEPTTL') end
  for h, fields in pairs(changed) do
    local put = {}
    for field in pairs(fields) do
      put[#put + 1] = spec[names[h] + field]
      put[#put + 1] = heads[h][field]
    end
    write_hash(KEYS[count + h], put, lasts[h])
  end
end
