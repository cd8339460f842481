-- Reads and writes a tally; parts/tally-layout.lua says what it holds.

-- So many fields are asked for at once: Lua can hand over only so many arguments.
local fields_at_once = 100

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
