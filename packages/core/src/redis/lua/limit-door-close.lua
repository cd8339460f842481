-- Closes a door, or only slows it down.
--
-- KEYS   the door
-- ARGV   1 milliseconds to stay closed, 0: not at all
--        2 requests per second that were seen, 0: nobody knows, -1: a stray answer, which only ends the growth
--        3 steps of a growing closure as a JSON list of milliseconds, -1: until 00:00 in Beijing; empty: it does not grow
--        4 the pace's decrease, 5 its increase per second as a share, 6 the seconds in which it doubles, 7 its least,
--        8 its memory in ms, 9 its burst in ms
-- answer {milliseconds until it opens, the pace that holds after it as text, empty: none}

--@include clock
--@include door

local for_ms, told = tonumber(ARGV[1]), tonumber(ARGV[2])
local decrease, increase, doubling = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local least, memory_ms, burst_ms = tonumber(ARGV[7]), tonumber(ARGV[8]), tonumber(ARGV[9])
local door = read_door(redis.call('GET', KEYS[1]))
local is_closed = door.opens_at > now

local function day_left()
  return day_ms - (now + beijing_ms) % day_ms
end

-- The next step where the limit was met again within the length of the step before.
local function grown_ms(steps)
  local step = 0
  if door.step >= 0 then step = is_closed and door.step or door.step + 1 end
  step = min(step, #steps - 1)
  local lasts = steps[step + 1]
  if lasts < 0 then lasts = day_left() end
  door.step, door.lasted_ms = step, lasts
  return lasts
end

-- What the door counted and what the teller knows are both at least a part of the truth; more than was allowed it cannot
-- have been.
local function ceiling_of()
  if door.ceiling == 0 then return told end
  local seen, allowed = max(seen_of(door), told), rate_of(door)
  return seen > 0 and min(seen, allowed) or allowed
end

local function begin_pace(ceiling)
  door.ceiling, door.grows_from = max(least / decrease, ceiling), max(now, door.opens_at)
  door.decrease, door.increase, door.doubling = decrease, increase, doubling
  door.full_at, door.flow_began_at, door.flow_last_at, door.flow_count = 0, 0, 0, 0
  door.earlier_count, door.earlier_ms = 0, 0
end

local function adapt_pace()
  if told < 0 then
    if door.ceiling > 0 then begin_pace(max(door.ceiling, rate_of(door))) end
  -- Whatever is still said of a closed door is about the same event: its pace was lowered for that.
  elseif door.is_lowered == 0 and (door.ceiling > 0 or told > 0) then
    begin_pace(ceiling_of())
    door.is_lowered = 1
  end
end

if not is_closed then door.is_lowered = 0 end
local steps = cjson.decode(ARGV[3])
local closes = for_ms > 0 or #steps > 0
if closes then
  door.opens_at = max(door.opens_at, now + 1 + (#steps > 0 and grown_ms(steps) or for_ms))
end
adapt_pace()
if closes then door.grows_from = door.opens_at end
door.forgotten_at, door.burst_ms = door.grows_from + memory_ms, burst_ms
write_door(KEYS[1], door)
local per_second = door.ceiling > 0 and string.format('%.9g', rate_of(door)) or ''
return { max(0, door.opens_at - now), per_second }
