-- Times are whole milliseconds of this server, rounded down. What is taken is stamped one later, or counts until its
-- slot has ended, so that no window and no closure is short by the fraction.
local floor, ceil, max, min = math.floor, math.ceil, math.max, math.min
local time = redis.call('TIME')
local now = time[1] * 1000 + floor(time[2] / 1000)
-- Days begin in Beijing, at UTC+8.
local day_ms, beijing_ms = 86400000, 28800000
-- A key outlives what it holds by so much.
local spare_ms = 1000
