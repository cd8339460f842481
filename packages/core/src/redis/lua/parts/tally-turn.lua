-- Lets time pass in a tally. Here it is one list of numbers: total, first, last, slot, then of each column what it has taken
-- and what of that stands in this slot, or the latter alone where nobody shares it; parts/tally-layout.lua says more.

local function new_tally(columns)
  return struct.pack('<dddd', 0, 0, -1, -1) .. string.rep('\0', columns == 0 and 8 or columns * column_bytes)
end

-- Where the first column says what stands in this slot, how far it is to the next column, and how many there are.
local function columns_of(tally)
  if #tally == 5 then return 5, 1, 1 end
  return 6, 4, (#tally - 4) / 4
end

local function forget(tally, taken)
  local at, step, columns = columns_of(tally)
  for column = 1, columns do
    tally[1] = tally[1] - taken[column]
    if step > 1 then tally[at - 1] = tally[at - 1] - taken[column] end
    at = at + step
  end
end

local function here_of(tally)
  local here, at, step, columns = {}, columns_of(tally)
  for column = 1, columns do here[column] = tally[at + (column - 1) * step] end
  return here
end

local function doubles(count)
  return '<' .. string.rep('d', count)
end

local function forget_old(tally, hash, name, counted)
  local _, _, columns = columns_of(tally)
  local last, old = min(tally[3], counted - 1), {}
  each_slot(hash, name, columns, tally[2], last, function(_, taken, field)
    forget(tally, taken)
    old[#old + 1] = field
  end)
  if old[1] then redis.call('HDEL', hash, unpack(old)) end
  tally[2] = last + 1
end

-- Gives the slot that stands in the tally a field of its own.
local function put_away(tally, hash, name)
  local here, is_empty = here_of(tally), true
  for column = 1, #here do is_empty = is_empty and here[column] == 0 end
  if is_empty then return end
  local slot = tally[4]
  redis.call('HSET', hash, slot_field(name, slot), struct.pack(doubles(#here), unpack(here)))
  if tally[2] > tally[3] then tally[2], tally[3] = slot, slot end
  tally[2], tally[3] = min(tally[2], slot), max(tally[3], slot)
end

local function take_up(tally, hash, name, slot)
  local value, field = false, nil
  if slot >= tally[2] and slot <= tally[3] then
    field = slot_field(name, slot)
    value = redis.call('HGET', hash, field)
  end
  local at, step, columns = columns_of(tally)
  for column = 1, columns do
    tally[at + (column - 1) * step] = value and struct.unpack('<d', value, column * 8 - 7) or 0
  end
  if value then redis.call('HDEL', hash, field) end
  tally[4] = slot
end

local function take_nothing(tally)
  local at, step, columns = columns_of(tally)
  tally[1] = 0
  if step == 1 then return end
  for column = 1, columns do tally[at - 1 + (column - 1) * step] = 0 end
end

-- What is older than `counted` is forgotten, and `slot` stands in the tally.
local function turn_slots(tally, hash, name, slot, counted)
  if tally[2] <= tally[3] and tally[2] < counted then forget_old(tally, hash, name, counted) end
  if tally[4] == slot then return end
  local is_over = tally[4] < counted
  if is_over then forget(tally, here_of(tally)) else put_away(tally, hash, name) end
  -- What adding and subtracting fractions left over ends here.
  if tally[2] > tally[3] and is_over then take_nothing(tally) end
  take_up(tally, hash, name, slot)
end

local function turn(h, field, name, kind, columns, slot, counted)
  local value = heads[h][field] or new_tally(columns)
  local format = doubles(#value / 8)
  local tally = { struct.unpack(format, value) }
  -- Behind the numbers stands where the next one would be.
  tally[#tally] = nil
  if kind == 4 then
    take_nothing(tally)
    tally[4] = slot
  else
    turn_slots(tally, KEYS[run.hashes_behind + h], name, slot, counted)
  end
  value = struct.pack(format, unpack(tally))
  change(h, field, value)
  return value
end
