-- Puts down what has to be written although nothing may be taken.
local function change(h, field, value)
  heads[h][field] = value
  run.changed = run.changed or {}
  run.changed[h] = run.changed[h] or {}
  run.changed[h][field] = true
end
