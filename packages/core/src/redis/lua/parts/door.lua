-- A door is one string of 17 numbers: when it opens, how far its closures have grown and how long the last one was; the
-- pace that met the limit (0: none), the share of it that is left at the reopening, since when it grows, when it is
-- forgotten, its burst in ms, when its bucket is full again; the flow: its beginning, its last request, requests, those of
-- the stretch before, its length; what the pace gains per second as a share, in how many seconds it doubles then, and
-- whether it was lowered since the door was open last.
local door_format = '<ddddddddddddddddd'
local pause_ms, stretch_ms = 1000, 2000

local function read_door(value)
  local d = value and { struct.unpack(door_format, value) } or { 0, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }
  if d[4] > 0 and now >= d[7] then d[4] = 0 end
  return d
end

local function write_door(key, d)
  local until_ms = max(d[1] + d[3], d[4] > 0 and d[7] or 0)
  redis.call('SET', key, struct.pack(door_format, unpack(d, 1, 17)), 'PX', max(1, ceil(until_ms - now)) + 1000)
end

-- It grows evenly up to the pace that met the limit, and doubles again and again beyond it.
local function rate_of(d)
  local beyond = max(0, now - d[6]) / 1000 - (1 - d[5]) / d[15]
  return d[4] * (beyond < 0 and 1 + d[15] * beyond or 2 ^ (beyond / d[16]))
end

local function pace_wait(d)
  if d[4] == 0 then return 0 end
  local per_call = 1000 / rate_of(d)
  return max(0, ceil(max(d[9], now) + per_call - max(per_call, d[8]) - now))
end

-- Counts one request that goes through.
local function pass(d)
  d[9] = max(d[9], now) + 1000 / rate_of(d)
  if now - d[11] > pause_ms then
    d[10], d[12], d[13], d[14] = now, 0, 0, 0
  elseif now - d[10] >= stretch_ms then
    d[10], d[12], d[13], d[14] = now, 0, d[12], now - d[10]
  end
  d[11], d[12] = now, d[12] + 1
end

local function seen_of(d)
  local count = d[12] + d[13]
  return count == 0 and 0 or count * 1000 / max(1000, d[14] + d[11] - d[10])
end
