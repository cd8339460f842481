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
