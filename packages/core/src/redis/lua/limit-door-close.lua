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
local is_closed = door[1] > now

local function day_left()
  return day_ms - (now + beijing_ms) % day_ms
end

-- The next step where the limit was met again within the length of the step before.
local function grown_ms(steps)
  local step = 0
  if door[2] >= 0 and now < door[1] + door[3] then step = is_closed and door[2] or door[2] + 1 end
  step = min(step, #steps - 1)
  local lasts = steps[step + 1]
  if lasts < 0 then lasts = day_left() end
  door[2], door[3] = step, lasts
  return lasts
end

-- What the door counted and what the teller knows are both at least a part of the truth; more than was allowed it cannot
-- have been.
local function ceiling_of()
  if door[4] == 0 then return told end
  local seen, allowed = max(seen_of(door), told), rate_of(door)
  return seen > 0 and min(seen, allowed) or allowed
end

local function begin_pace(ceiling)
  door[4], door[5], door[6] = max(least / decrease, ceiling), decrease, max(now, door[1])
  door[15], door[16] = increase, doubling
  for i = 9, 14 do door[i] = 0 end
end

local function adapt_pace()
  if told < 0 then
    if door[4] > 0 then begin_pace(max(door[4], rate_of(door))) end
  -- Whatever is still said of a closed door is about the same event: its pace was lowered for that.
  elseif door[17] == 0 and (door[4] > 0 or told > 0) then
    begin_pace(ceiling_of())
    door[17] = 1
  end
end

if not is_closed then door[17] = 0 end
local steps = cjson.decode(ARGV[3])
if for_ms > 0 or #steps > 0 then
  door[1] = max(door[1], now + 1 + (#steps > 0 and grown_ms(steps) or for_ms))
end
adapt_pace()
if for_ms > 0 or #steps > 0 then door[6] = door[1] end
door[7], door[8] = door[6] + memory_ms, burst_ms
write_door(KEYS[1], door)
return { max(0, door[1] - now), door[4] > 0 and string.format('%.9g', rate_of(door)) or '' }
