-- Reads, moves on and writes a tally; parts/tally-layout.lua says what it holds.

-- So many fields are asked for at once: Lua can hand over only so many arguments.
local fields_at_once = 100

-- 0 columns: nobody shares it.
local function new_tally(columns)
  return struct.pack('<dddd', 0, 0, -1, -1) .. string.rep('\0', columns == 0 and 8 or columns * column_bytes)
end

local function read_tally(value)
  local tally = { columns = {} }
  tally.total, tally.first, tally.last, tally.slot = struct.unpack('<dddd', value)
  if #value == head_bytes + 8 then
    tally.columns[1] = { used = tally.total, here = struct.unpack('<d', value, head_bytes + 1) }
    return tally
  end
  for at = head_bytes + 1, #value, column_bytes do
    local used, here, asked, refused = struct.unpack('<dddd', value, at)
    tally.columns[#tally.columns + 1] = { used = used, here = here, asked = asked, refused = refused }
  end
  return tally
end

local function pack_tally(tally)
  local parts = { struct.pack('<dddd', tally.total, tally.first, tally.last, tally.slot) }
  for i, column in ipairs(tally.columns) do
    parts[i + 1] = column.asked and struct.pack('<dddd', column.used, column.here, column.asked, column.refused)
      or struct.pack('<d', column.here)
  end
  return table.concat(parts)
end

local function slot_field(name, slot)
  return name .. '@' .. string.format('%.0f', slot)
end

local function pack_here(tally)
  local here = {}
  for i, column in ipairs(tally.columns) do here[i] = struct.pack('<d', column.here) end
  return table.concat(here)
end

-- Calls `visit` with each slot from `first` to `last` that has a field, and what each column took in it.
local function each_slot(hash, name, columns, first, last, visit)
  for from = first, last, fields_at_once do
    local fields = {}
    for slot = from, min(from + fields_at_once - 1, last) do fields[#fields + 1] = slot_field(name, slot) end
    local values = redis.call('HMGET', hash, unpack(fields))
    for i, value in ipairs(values) do
      if value then
        local taken = { struct.unpack('<' .. string.rep('d', columns), value) }
        taken[columns + 1] = nil
        visit(from + i - 1, taken, fields[i])
      end
    end
  end
end

local function forget(tally, taken)
  for i, column in ipairs(tally.columns) do
    column.used = column.used - taken[i]
    tally.total = tally.total - taken[i]
  end
end

local function forget_old(tally, hash, name, counted)
  local last, old = min(tally.last, counted - 1), {}
  each_slot(hash, name, #tally.columns, tally.first, last, function(_, taken, field)
    forget(tally, taken)
    old[#old + 1] = field
  end)
  for from = 1, #old, fields_at_once do
    redis.call('HDEL', hash, unpack(old, from, min(from + fields_at_once - 1, #old)))
  end
  tally.first = last + 1
end

local function add_to_field(tally, hash, name, slot, column, weight)
  local field = slot_field(name, slot)
  local value = redis.call('HGET', hash, field) or string.rep('\0', #tally.columns * 8)
  local at = (column - 1) * 8 + 1
  local taken = struct.unpack('<d', value, at) + weight
  value = string.sub(value, 1, at - 1) .. struct.pack('<d', taken) .. string.sub(value, at + 8)
  if weight < 0 and value == string.rep('\0', #value) then
    redis.call('HDEL', hash, field)
  else
    redis.call('HSET', hash, field, value)
  end
  if tally.first > tally.last then tally.first, tally.last = slot, slot end
  tally.first, tally.last = min(tally.first, slot), max(tally.last, slot)
end

-- Gives the slot that stands in the tally a field of its own.
local function put_away(tally, hash, name)
  local is_empty = true
  for _, column in ipairs(tally.columns) do is_empty = is_empty and column.here == 0 end
  if is_empty then return end
  redis.call('HSET', hash, slot_field(name, tally.slot), pack_here(tally))
  if tally.first > tally.last then tally.first, tally.last = tally.slot, tally.slot end
  tally.first, tally.last = min(tally.first, tally.slot), max(tally.last, tally.slot)
end

local function take_up(tally, hash, name, slot)
  local field = slot_field(name, slot)
  local value = slot >= tally.first and slot <= tally.last and redis.call('HGET', hash, field)
  if value then redis.call('HDEL', hash, field) end
  for i, column in ipairs(tally.columns) do
    column.here = value and struct.unpack('<d', value, i * 8 - 7) or 0
  end
  tally.slot = slot
end

-- Lets time pass: what is older than `counted` is forgotten, and `slot` stands in the tally.
local function turn_slots(value, hash, name, slot, counted)
  local tally = read_tally(value)
  if tally.first <= tally.last and tally.first < counted then forget_old(tally, hash, name, counted) end
  if tally.slot ~= slot then
    if tally.slot >= counted then
      put_away(tally, hash, name)
    else
      for _, column in ipairs(tally.columns) do
        column.used = column.used - column.here
        tally.total = tally.total - column.here
      end
    end
    -- What adding and subtracting fractions left over ends here.
    if tally.first > tally.last and tally.slot < counted then
      tally.total = 0
      for _, column in ipairs(tally.columns) do column.used = 0 end
    end
    take_up(tally, hash, name, slot)
  end
  return pack_tally(tally)
end

local function turn_unit(value, unit)
  local tally = read_tally(value)
  tally.total, tally.slot = 0, unit
  for _, column in ipairs(tally.columns) do column.used = 0 end
  return pack_tally(tally)
end

-- The word of an end: the weight moves from the slot of the latest end to that of the real one. From `at` on stand column,
-- weight, window, slot of the latest end, and milliseconds since the real one.
local function end_in_slots(value, hash, name, words, at)
  local column, weight, held = words[at], words[at + 1], words[at + 3]
  local slot = floor((now - words[at + 4]) / ceil(words[at + 2] / slots_per_window))
  if slot >= held then return value end
  local tally = read_tally(value)
  local here = tally.columns[column]
  if tally.slot == held then
    if here.here < weight then return value end
    here.here = here.here - weight
  else
    local field = redis.call('HGET', hash, slot_field(name, held))
    if not field or struct.unpack('<d', field, column * 8 - 7) < weight then return value end
    add_to_field(tally, hash, name, held, column, -weight)
  end
  if tally.slot == slot then
    here.here = here.here + weight
  else
    add_to_field(tally, hash, name, slot, column, weight)
  end
  return pack_tally(tally)
end
