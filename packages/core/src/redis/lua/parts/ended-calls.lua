-- Hears that a call has ended. Answers how much of `spec` the word takes.

local function hear_in_log(at)
  local log, ended, ago = spec[at + 1], spec[at + 2], spec[at + 3]
  local value = strings[doors + log]
  local moved = value and end_in_log(value, '\1' .. ended, ago)
  if moved == value then return end
  strings[doors + log], changed_logs[log] = moved, true
end

local function hear_in_slots(at)
  local h, field, column, weight, span, held, ago = unpack(spec, at + 1, at + 7)
  local value, slot = heads[h][field], floor((now - ago) / ceil(span / 120))
  local moved = value and end_in_slots(value, KEYS[first_hash + h], spec[names[h] + field], column, weight, held, slot)
  if moved == value then return end
  heads[h][field], changed[h][field] = moved, true
end

local function hear_of_end(at)
  if spec[at] == 0 then
    hear_in_log(at)
    return 4
  elseif spec[at] == 1 then
    hear_in_slots(at)
    return 8
  end
  redis.call('ZREM', KEYS[first_place + spec[at + 1]], spec[at + 2])
  return 3
end
