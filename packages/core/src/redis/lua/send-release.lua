-- Ends a claim whose latest attempt certainly did not go out. A record that no request ever left for is removed.
--
-- KEYS  1 record, 2 index of pending records by end of lease
-- ARGV  1 request id, 2 fence, 3 fate: 'not-done' or 'not-left'
-- Answer  1, or 0 where the lease was lost or the record is gone

local record, pending, requestId = KEYS[1], KEYS[2], ARGV[1]
local state, fence, attempts, mark, first = unpack(redis.call('HMGET', record, 's', 'f', 'a', 'k', 'b'))
if state ~= 'p' or fence ~= ARGV[2] then return 0 end

if ARGV[3] == 'not-left' and mark ~= '0' then attempts = attempts - 1 end
if mark == '2' then
  first = false
  redis.call('HDEL', record, 'b')
end
if tonumber(attempts) == 0 and not first then
  redis.call('DEL', record)
  redis.call('ZREM', pending, requestId)
  return 1
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSET', record, 'a', attempts, 'k', 0, 't', now, 'l', now)
redis.call('ZADD', pending, now, requestId)
return 1
