-- What the fields of hashes hold, as numbers, while admissions are decided: a field is read once and written once for all of
-- them. By number of the rule: what all have taken (of a bucket: when it is full again), what of that stands in the slot, what
-- the asker's column has taken, which slot it is; and whether an admission took room since the field was read.
local totals, here, columns_used, slots, is_grown = {}, {}, {}, {}, {}
-- So many numbers has a rule in a log, and one in a hash.
local log_numbers, field_numbers = 4, 8

-- Where the numbers of a rule in a hash begin.
local function numbers_at(rule)
  return 1 + logs * log_numbers + (rule - logs - 1) * field_numbers
end

local function unit_of(span)
  return floor((now + beijing_ms) / span)
end

local function slot_of(span, ahead)
  return floor((now + ahead) / ceil(span / slots_per_window))
end

local function column_at(at)
  return head_bytes + (numbers[at + 5] - 1) * column_bytes + 1
end

-- Lets time pass in a tally.
local function take_up_tally(rule, h, field, at)
  local kind, span, value = numbers[at], numbers[at + 3], heads[h][field]
  local unit, counted = 0, 0
  if kind == 4 then
    unit = unit_of(span)
  else
    unit, counted = slot_of(span, (kind == 3 or kind == 6) and hold or 0), slot_of(span, -span)
  end
  local total, first, last, slot = 0, 0, -1, -1
  if value then total, first, last, slot = struct.unpack('<dddd', value) end
  if slot ~= unit or (first < counted and first <= last) then
    value = need_slow().turn(h, field, kind, numbers[at + 4], unit, counted)
    total, first, last, slot = struct.unpack('<dddd', value)
  end
  slots[rule] = slot
  if kind < 4 then
    here[rule] = struct.unpack('<d', value, head_bytes + 1)
  else
    columns_used[rule], here[rule] = struct.unpack('<dd', value, column_at(at))
  end
  return total
end

local function take_up_counter(rule, h, field)
  local at, value, total = numbers_at(rule), heads[h][field], 0
  local kind, span = numbers[at], numbers[at + 3]
  if kind == 0 then
    total = max(value and struct.unpack('<d', value) or 0, now)
  elseif kind == 1 then
    local of_unit
    if value then total, of_unit = struct.unpack('<dd', value) end
    if of_unit ~= unit_of(span) then total = 0 end
  else
    total = take_up_tally(rule, h, field, at)
  end
  totals[rule] = total
  return total
end

-- An admission took room: `grown` is what each rule has now.
local function take_room(grown)
  local at = numbers_at(logs + 1)
  for rule = logs + 1, rules_before[hashes + 1] do
    local weight = numbers[at + 1]
    totals[rule], is_grown[rule], at = grown[rule], true, at + field_numbers
    if here[rule] then here[rule] = here[rule] + weight end
    if columns_used[rule] then columns_used[rule] = columns_used[rule] + weight end
  end
end

-- Writes what is in hand into `heads`.
local function put_down(rule, h, field)
  local total, is_changed = totals[rule], is_grown[rule]
  totals[rule], is_grown[rule] = nil, nil
  if not is_changed then return end
  local at, value = numbers_at(rule), heads[h][field]
  local kind = numbers[at]
  if kind == 0 then
    value = struct.pack('<d', total)
  elseif kind == 1 then
    value = struct.pack('<dd', total, unit_of(numbers[at + 3]))
  elseif kind < 4 then
    value = struct.pack('<d', total) .. string.sub(value, 9, head_bytes) .. struct.pack('<d', here[rule])
  else
    local from = column_at(at)
    value = struct.pack('<d', total) .. string.sub(value, 9, from - 1)
      .. struct.pack('<dddd', columns_used[rule], here[rule], now, 0) .. string.sub(value, from + column_bytes)
  end
  heads[h][field] = value
end

-- Of the hashes from one number to another.
local function put_down_hashes(first, last)
  for hash = first, last do
    local h = hash_at(hash)
    for field = 2, spec[names[h]] do put_down(rules_before[hash] + field - 1, h, field) end
  end
end
