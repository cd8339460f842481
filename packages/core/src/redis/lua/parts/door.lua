-- A door is one string of numbers, in this order; rate-limit/counters/shared-door.ts and door-pace.ts reckon alike.
-- Moments are milliseconds of this server, 0 stands for none.
local door_fields = {
  -- When it opens; how far its closures have grown (-1: they do not), and how long the last one was.
  'opens_at', 'step', 'lasted_ms',
  -- The pace, in requests per second: what met the limit, the share of it that is left at the reopening, since when it
  -- grows, when it is forgotten, how much may go at once, and when its bucket is full again.
  'ceiling', 'decrease', 'grows_from', 'forgotten_at', 'burst_ms', 'full_at',
  -- The flow of requests: its beginning, its last one, how many; of the stretch before, how many and its length.
  'flow_began_at', 'flow_last_at', 'flow_count', 'earlier_count', 'earlier_ms',
  -- What the pace gains per second as a share of the ceiling (0: it is a guess, and doubles from the beginning), and in how
  -- many seconds it doubles beyond it.
  'increase', 'doubling',
  -- 1: the pace was lowered for the limit that was met when the door was open last.
  'is_lowered',
  -- What was known then, in requests per second: what the door had counted, and what was allowed (0: no pace was there).
  'met_counted', 'met_allowed',
}
local door_format = '<' .. string.rep('d', #door_fields)
local door_length = 8 * #door_fields
-- A pause this long ends a flow. What was seen is told from the last one or two stretches: short ones, unless fewer went
-- through than tell a pace.
local pause_ms, short_stretch_ms, long_stretch_ms, enough_to_tell = 1000, 500, 2000, 10

local function read_door(value)
  local is_readable = value and #value == door_length
  local numbers, door = is_readable and { struct.unpack(door_format, value) }, {}
  for i, field in ipairs(door_fields) do door[field] = numbers and numbers[i] or 0 end
  -- The limit was not met for as long as the last closure: the next one is a first one again.
  if now >= door.opens_at + door.lasted_ms then door.step, door.lasted_ms = -1, 0 end
  if door.ceiling > 0 and now >= door.forgotten_at then door.ceiling = 0 end
  return door
end

local function write_door(key, door)
  local numbers = {}
  for i, field in ipairs(door_fields) do numbers[i] = door[field] end
  local until_ms = max(door.opens_at + door.lasted_ms, door.ceiling > 0 and door.forgotten_at or 0)
  local value = struct.pack(door_format, unpack(numbers))
  redis.call('SET', key, value, 'PX', max(1, ceil(until_ms - now)) + spare_ms)
end

-- It grows evenly up to the pace that met the limit, and doubles again and again beyond it.
local function rate_of(door)
  local seconds = max(0, now - door.grows_from) / 1000
  if door.increase == 0 then return door.ceiling * (door.decrease * 2 ^ (seconds / door.doubling)) end
  local beyond = seconds - (1 - door.decrease) / door.increase
  return door.ceiling * (beyond < 0 and 1 + door.increase * beyond or 2 ^ (beyond / door.doubling))
end

local function pace_wait(door)
  if door.ceiling == 0 then return 0 end
  local per_call = 1000 / rate_of(door)
  return max(0, ceil(max(door.full_at, now) + per_call - max(per_call, door.burst_ms) - now))
end

local function begin_flow(door, earlier_count, earlier_ms)
  door.flow_began_at, door.flow_count = now, 0
  door.earlier_count, door.earlier_ms = earlier_count, earlier_ms
end

-- Counts one request that goes through.
local function pass(door)
  door.full_at = max(door.full_at, now) + 1000 / rate_of(door)
  local flow_ms = now - door.flow_began_at
  if now - door.flow_last_at > pause_ms then
    begin_flow(door, 0, 0)
  elseif flow_ms >= (door.flow_count < enough_to_tell and long_stretch_ms or short_stretch_ms) then
    begin_flow(door, door.flow_count, flow_ms)
  end
  door.flow_last_at, door.flow_count = now, door.flow_count + 1
end

-- Requests per second that went through lately. A first stretch shorter than a second is told as if it had lasted one.
local function seen_of(door)
  local count, span_ms = door.flow_count + door.earlier_count, door.earlier_ms + door.flow_last_at - door.flow_began_at
  if count == 0 then return 0 end
  return count * 1000 / (door.earlier_ms > 0 and span_ms or max(1000, span_ms))
end
