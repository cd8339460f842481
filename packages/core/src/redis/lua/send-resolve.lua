-- Settles an unknown record by hand or by callback.
--
-- KEYS  1 record, 2 meta of the account, 3 index of unknown records by fence, 4 key of the msgid, where there is one
-- ARGV  1 request id, 2 state (s f), 3 msgid or '', 4 details or '', 5 failure or '', 6 retention of settled records in ms,
--       7 how long the msgid is known in ms
-- Answer  1, or 0 where the record is not unknown

local record, state = KEYS[1], ARGV[2]
if redis.call('HGET', record, 's') ~= 'u' then return 0 end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HDEL', record, 'p', 'x')
redis.call('ZREM', KEYS[3], ARGV[1])
redis.call('HSET', record, 's', state, 't', now)
for position, name in ipairs({ 'm', 'd', 'x' }) do
  local value = ARGV[position + 2]
  if value ~= '' then redis.call('HSET', record, name, value) end
end
redis.call('PEXPIRE', record, ARGV[6])
if KEYS[4] then redis.call('SET', KEYS[4], ARGV[1], 'PX', ARGV[7]) end
redis.call('HINCRBY', KEYS[2], state .. ':' .. math.floor(now / 86400000), 1)
return 1
