-- When a tally that has no room now will have some.

-- A group that asked so lately is busy, whatever the window.
local least_busy_ms = 1000

-- Every later moment at which something no longer counts, soonest first, and what each column will have taken then. A
-- call that is on its way counts as if it ended now.
local function slot_futures(tally, hash, name, width, span)
  local slots, current = {}, floor(now / width)
  local function see(slot, taken) slots[#slots + 1] = { min(slot, current), taken } end
  each_slot(hash, name, #tally.columns, tally.first, min(tally.last, current), see)
  local here, ahead = {}, used_of(tally)
  for i, column in ipairs(tally.columns) do here[i] = column.here end
  see(tally.slot, here)
  table.sort(slots, function(one, other) return one[1] < other[1] end)
  local used, futures = used_of(tally), {}
  for _, slot in ipairs(slots) do
    for i, taken in ipairs(slot[2]) do
      used[i], ahead[i] = used[i] - taken, ahead[i] - taken
    end
    futures[#futures + 1] = { (slot[1] + 1) * width + span, { unpack(used) } }
  end
  -- What is left are holds in later slots.
  if total_of(ahead) > 0 then
    for i = 1, #used do used[i] = 0 end
    futures[#futures + 1] = { (current + 1) * width + span, used }
  end
  return futures
end

-- Whoever has no room now gets it when something no longer counts, or when a group is no longer busy or hungry.
local function split_futures(ask, futures)
  local all = { unpack(futures) }
  local function calm(moment)
    if moment <= now then return end
    local used = used_of(ask.tally)
    for _, future in ipairs(futures) do
      if future[1] <= moment then used = future[2] end
    end
    all[#all + 1] = { moment, used }
  end
  for _, column in ipairs(ask.tally.columns) do
    calm(column.asked + ask.busy)
    calm(column.refused + ask.busy)
  end
  table.sort(all, function(one, other) return one[1] < other[1] end)
  return all
end

local function split_moment(ask, futures)
  local before, used = now, used_of(ask.tally)
  for _, future in ipairs(split_futures(ask, futures)) do
    -- Between two such moments only a calendar unit gives: with the time that passes it lends more.
    local low, high = before, future[1] - 1
    if ask.ends and high > low and draw_of(ask, used, high, passed_at(ask, high)) then
      while high - low > 1 do
        local middle = floor((low + high) / 2)
        if draw_of(ask, used, middle, passed_at(ask, middle)) then high = middle else low = middle end
      end
      return high
    end
    if draw_of(ask, future[2], future[1], passed_at(ask, future[1])) then return future[1] end
    before, used = future[1], future[2]
  end
  return max(before, now + least_busy_ms)
end

local function plain_moment(futures, most, span)
  for _, future in ipairs(futures) do
    if total_of(future[2]) <= most then return future[1] end
  end
  return now + span
end

local function futures_of(tally, hash, field, span)
  return slot_futures(tally, hash_key(hash), field_name(hash, field), ceil(span / slots_per_window), span)
end

local function wait_for_slots(hash, field, most, span)
  return plain_moment(futures_of(read_tally(value_at(hash, field)), hash, field, span), most, span) - now
end

-- Where the asker's part and the ceiling do not settle it: how long the rule holds the call up, or how freely it gives.
-- `number` counts the split rules, `at` is where this one stands among what the rules are.
local function ask_split(hash, field, number, at)
  local kind, weight, most, span, _, columns, asker, _, ceiling = unpack(run.spec, at, at + 8)
  local ask = {
    tally = read_tally(value_at(hash, field)), weight = weight, max = most, span = span, busy = max(least_busy_ms, span),
    asker = asker, ceiling = ceiling, groups = cjson.decode(run.spec[#run.spec])[number],
    ends = kind == 4 and (floor((now + beijing_ms) / span) + 1) * span - beijing_ms or nil,
  }
  ask.tally.columns[asker].asked = now
  local draw = draw_of(ask, used_of(ask.tally), now, passed_at(ask, now))
  if draw then return 0, draw end
  if not ask.ends then return split_moment(ask, futures_of(ask.tally, hash, field, span)) - now end
  local none = {}
  for i = 1, columns do none[i] = 0 end
  return split_moment(ask, { { ask.ends, none } }) - now
end
