-- A slot that does not stand in the tally has a field of its own. It has fewer digits than Lua writes out.
local function slot_field(name, slot)
  return name .. '@' .. slot
end
