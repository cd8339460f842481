-- Takes one forced refresh out of the ration: some time after the last one, and not too many in any 24 hours.
-- KEYS[1]  list of the moments of the last forced refreshes, newest first, in milliseconds
-- ARGV     minIntervalMs, maxPerDay
-- Answer   0 if taken, else the milliseconds until one can be had
local dayMs = 86400000
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local newest = tonumber(redis.call('LINDEX', KEYS[1], 0) or '-inf')
local oldestOfDay = tonumber(redis.call('LINDEX', KEYS[1], tonumber(ARGV[2]) - 1) or '-inf')
local allowedAt = math.max(newest + tonumber(ARGV[1]), oldestOfDay + dayMs)
if allowedAt > now then
  return allowedAt - now
end
redis.call('LPUSH', KEYS[1], string.format('%.0f', now))
redis.call('LTRIM', KEYS[1], 0, tonumber(ARGV[2]) - 1)
redis.call('PEXPIRE', KEYS[1], dayMs)
return 0
