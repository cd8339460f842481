-- Reads how long barriers stay closed.
--
-- KEYS   the barriers, at least one
-- answer milliseconds of each, 0 where it is open

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local left = {}
for i, opens in ipairs(redis.call('MGET', unpack(KEYS))) do
  left[i] = opens and math.max(0, tonumber(opens) - now) or 0
end
return left
