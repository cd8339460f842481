-- Marks that a request is about to leave, counts it, and renews the lease.
--
-- KEYS  1 record, 2 index of pending records by end of lease
-- ARGV  1 request id, 2 fence, 3 lease in ms, 4 retention of open records in ms
-- Answer  1, or 0 where the lease was lost or the record is gone

local record = KEYS[1]
local state, fence, first, attempts = unpack(redis.call('HMGET', record, 's', 'f', 'b', 'a'))
if state ~= 'p' or fence ~= ARGV[2] then return 0 end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local leaseUntil = now + ARGV[3]
redis.call('HSET', record, 'a', attempts + 1, 'k', first and 1 or 2, 'b', first or now, 't', now, 'l', leaseUntil)
redis.call('PEXPIRE', record, ARGV[4])
redis.call('ZADD', KEYS[2], leaseUntil, ARGV[1])
return 1
