-- Reads and writes a tally; parts/tally-layout.lua says what it holds.

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
