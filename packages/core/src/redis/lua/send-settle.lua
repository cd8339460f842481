-- Writes the end of a message. 'sent' is the truth and stands against every other state; any other end needs the
-- lease. A record that is gone is written anew from what its holder knows, and the loss is noted.
--
-- KEYS  1 record, 2 meta of the account, 3 index of pending records by end of lease, 4 index of unknown records by fence,
--       5 key of the msgid, where there is one
-- ARGV  1 request id, 2 fence, 3 state (s f u), 4 msgid or '', 5 details or '', 6 failure or '', 7 attempts,
--       8 endpoint, 9 fingerprint, 10 recipient or '', 11 payload of an unknown message, 12 firstAttemptAt or '',
--       13 expected epoch or '', 14 epoch to begin where there is none, 15 retention of settled, 16 of open records in ms,
--       17 push or '', 18 group or '', 19 tenant or '', 20 how long the msgid is known in ms
-- Answer  { 1 if the settlement stands or 0, epoch, lostAt or '' }

local record, meta, pending, unknown = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local requestId, state, expected = ARGV[1], ARGV[3], ARGV[13]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local epoch, lostAt, acceptedAt = unpack(redis.call('HMGET', meta, 'epoch', 'lostAt', 'acceptedAt'))
local before, fence, attempts, mark, first, created, changed, push, group, tenant =
  unpack(redis.call('HMGET', record, 's', 'f', 'a', 'k', 'b', 'c', 't', 'q', 'g', 'n'))
local isHolder = fence == ARGV[2]

if before == 's' and state == 's' then return { 1, epoch or '', lostAt or '' } end
if before and state ~= 's' and not (isHolder and before == 'p') then
  return { isHolder and before == state and 1 or 0, epoch or '', lostAt or '' }
end

-- Freeing memory first lets a message be settled in a Redis that is full and refuses to grow; without the payload the
-- rest fits into the compact form of small hashes.
redis.call('DEL', record)
redis.call('ZREM', pending, requestId)

if expected ~= '' and epoch ~= expected and not lostAt and not acceptedAt then
  lostAt = string.format('%.0f', now)
  redis.call('HSET', meta, 'lostAt', lostAt)
end
if not epoch then
  epoch = ARGV[14]
  redis.call('HSET', meta, 'epoch', epoch)
end

local counted = tonumber(ARGV[7])
if before and not isHolder then counted = math.max(counted, tonumber(attempts)) end
if not before then
  first = ARGV[12] ~= '' and ARGV[12]
  mark = counted > 1 and '0' or '2'
  push, group, tenant = ARGV[17], ARGV[18], ARGV[19]
end
-- A refusal takes the mark of its own attempt back; an earlier attempt's stays.
if state == 'f' and mark == '2' then first = false end

local fields = { 's', state, 'e', ARGV[8], 'h', ARGV[9], 'c', created or now, 't', now, 'a', counted,
  'f', fence or ARGV[2] }
local function add(name, value)
  if value and value ~= '' then
    fields[#fields + 1] = name
    fields[#fields + 1] = value
  end
end
add('b', first)
add('r', ARGV[10])
add('m', ARGV[4])
add('d', ARGV[5])
add('x', ARGV[6])
add('q', push)
add('g', group)
add('n', tenant)
if state == 'u' then add('p', ARGV[11]) end
redis.call('HSET', record, unpack(fields))
redis.call('PEXPIRE', record, state == 'u' and ARGV[16] or ARGV[15])
if KEYS[5] then redis.call('SET', KEYS[5], requestId, 'PX', ARGV[20]) end

if state == 'u' then redis.call('ZADD', unknown, fence or ARGV[2], requestId) end
if before == 'u' then redis.call('ZREM', unknown, requestId) end
if before == 'f' then redis.call('HINCRBY', meta, 'f:' .. math.floor(changed / 86400000), -1) end
if state ~= 'u' then redis.call('HINCRBY', meta, state .. ':' .. math.floor(now / 86400000), 1) end
return { 1, epoch, lostAt or '' }
