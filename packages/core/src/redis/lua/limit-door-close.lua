-- Closes a door, or only slows it down.
--
-- KEYS   the door
-- ARGV   1 milliseconds to stay closed, 0: not at all
--        2 requests per second that were seen, 0: nobody knows, -1: a stray answer, which only ends the growth
--        3 steps of a growing closure as a JSON list of milliseconds, -1: until 00:00 in Beijing; empty: it does not grow
--        4 the pace's decrease, 5 its increase per second as a share, 6 the seconds in which it doubles, 7 those in which a
--        guess does, 8 its least, 9 its memory in ms, 10 its burst in ms
-- answer {milliseconds until it opens, the pace that holds after it as text, empty: none}

--@include clock
--@include door

local for_ms, told = tonumber(ARGV[1]), tonumber(ARGV[2])
local decrease, increase, doubling = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local guess_doubling, least = tonumber(ARGV[7]), tonumber(ARGV[8])
local memory_ms, burst_ms = tonumber(ARGV[9]), tonumber(ARGV[10])
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

-- What met the limit. What the door counted and what the teller knows are both at least a part of the truth, and more than
-- was allowed it cannot have been. 0: nobody knows.
local function ceiling_of(told_of)
  local seen = max(door.met_counted, told_of)
  if door.met_allowed == 0 then return seen end
  return seen > 0 and min(seen, door.met_allowed) or door.met_allowed
end

local function begin_pace(ceiling, is_guess)
  door.ceiling, door.grows_from = max(least / decrease, ceiling), max(now, door.opens_at)
  door.decrease, door.increase, door.doubling = decrease, increase, doubling
  if is_guess then door.increase, door.doubling = 0, guess_doubling end
  door.full_at, door.flow_began_at, door.flow_last_at, door.flow_count = 0, 0, 0, 0
  door.earlier_count, door.earlier_ms = 0, 0
end

local function note_met()
  local is_paced = door.ceiling > 0
  door.met_counted, door.met_allowed = is_paced and seen_of(door) or 0, is_paced and rate_of(door) or 0
  door.is_lowered = 0
end

-- It begins again below what it had come to, and no lower than before.
local function end_growth()
  if door.ceiling == 0 then return end
  local come = ceiling_of(0)
  begin_pace(max(door.ceiling, come), door.increase == 0 and come <= door.ceiling)
end

-- Each teller knows a part only, so the one that saw most is right.
local function lower_pace()
  local ceiling = ceiling_of(told)
  if ceiling == 0 or (door.is_lowered == 1 and ceiling <= door.ceiling) then return end
  -- Where closures grow, to meet the limit again soon costs more than a slow beginning.
  begin_pace(ceiling, door.met_allowed == 0 and door.step < 0)
  door.is_lowered = 1
end

-- Whatever is still said of a closed door is about the same event: its pace is lowered for that once, from what was known
-- when it was met.
local function adapt_pace()
  if not is_closed then note_met() end
  if told >= 0 then
    lower_pace()
  elseif not is_closed then
    end_growth()
  end
end

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
