-- Doors that were looked at, and those that were passed.
local read_doors, passed_doors = {}, {}

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
