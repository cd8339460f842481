-- Notes on a sent record what a callback said of it. Does not make the record live longer.
--
-- KEYS  1 record
-- ARGV  1 msgid, 2 delivery, 3 its moment in ms
-- Answer  1, or 0 where the record is not sent under this msgid

local record = KEYS[1]
local state, msgid, notedAt = unpack(redis.call('HMGET', record, 's', 'm', 'w'))
if state ~= 's' or msgid ~= ARGV[1] then return 0 end

if not notedAt or tonumber(notedAt) <= tonumber(ARGV[3]) then
  redis.call('HSET', record, 'v', ARGV[2], 'w', ARGV[3])
end
return 1
