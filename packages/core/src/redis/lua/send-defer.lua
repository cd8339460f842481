-- Renews the lease for a wait, and says what became of the attempt that was announced before it.
--
-- KEYS  1 record, 2 index of pending records by end of lease
-- ARGV  1 request id, 2 fence, 3 lease in ms, 4 fate: 'open', 'not-done' or 'not-left', 5 retention of open records in ms
-- Answer  1, or 0 where the lease was lost or the record is gone

local record, fate = KEYS[1], ARGV[4]
local state, fence, attempts, mark = unpack(redis.call('HMGET', record, 's', 'f', 'a', 'k'))
if state ~= 'p' or fence ~= ARGV[2] then return 0 end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local leaseUntil = now + ARGV[3]
if fate == 'not-left' and mark ~= '0' then attempts = attempts - 1 end
if fate ~= 'open' and mark == '2' then redis.call('HDEL', record, 'b') end
redis.call('HSET', record, 'a', attempts, 'k', 0, 't', now, 'l', leaseUntil)
redis.call('PEXPIRE', record, ARGV[5])
redis.call('ZADD', KEYS[2], leaseUntil, ARGV[1])
return 1
