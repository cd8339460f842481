-- So many fields are asked for at once: Lua can hand over only so many arguments.
local fields_at_once = 100

-- Calls `visit` with each slot from `first` to `last` that has a field, what each column took in it, and the field's name.
local function each_slot(hash, name, columns, first, last, visit)
  local format = '<' .. string.rep('d', columns)
  for from = first, last, fields_at_once do
    local fields = {}
    for slot = from, min(from + fields_at_once - 1, last) do fields[#fields + 1] = slot_field(name, slot) end
    for i, value in ipairs(redis.call('HMGET', hash, unpack(fields))) do
      if value then
        local taken = { struct.unpack(format, value) }
        -- Behind the numbers stands where the next one would be.
        taken[columns + 1] = nil
        visit(from + i - 1, taken, fields[i])
      end
    end
  end
end
