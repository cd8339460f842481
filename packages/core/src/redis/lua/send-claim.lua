-- Turns a new request id into a pending record with a lease, takes an abandoned one over, or says why not.
-- Notices when Redis has lost the records: a process then expects an epoch that is not there.
--
-- KEYS  1 record, 2 meta of the account, 3 index of pending records by end of lease, 4 index of unknown records by fence
-- ARGV  1 request id, 2 endpoint, 3 fingerprint, 4 payload, 5 recipient or '', 6 lease in ms, 7 '1' to announce an
--       attempt, 8 reopen an unknown record whose first attempt is younger than so many ms (0 never, -1 always),
--       9 '1' to reopen a failed record, 10 claim id, 11 expected epoch or '', 12 epoch to begin where there is none,
--       13 '1' to go on in spite of lost records, 14 retention of open records in ms, 15 push or '', 16 group or '',
--       17 tenant or ''
-- Answer  { type, epoch, lostAt or '', ... }
--       'claimed': fence, attempts, firstAttemptAt or '', '1' if taken over, attempts before, age of the first or ''
--       'held': lease left in ms;  'settled' and 'conflict': the record as a flat hash;  'memory-lost': nothing more
--
-- Fields of a record: s state (p s f u), e endpoint, h fingerprint, r recipient, p payload, c created, t changed,
-- a attempts, b first attempt at, k mark (0 none, 1 further, 2 first), f fence, l lease until, i claim id,
-- m msgid, d details, x failure, q push, g group, n tenant, v delivery, w moment of delivery. One letter each: there is
-- one record per message.

local record, meta, pending, unknown = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local requestId, claimId, expected = ARGV[1], ARGV[10], ARGV[11]
local time = redis.call('TIME')
local micros = time[1] * 1000000 + time[2]
local now = math.floor(micros / 1000)

local epoch, lostAt, acceptedAt = unpack(redis.call('HMGET', meta, 'epoch', 'lostAt', 'acceptedAt'))
if expected ~= '' and epoch ~= expected and not lostAt and not acceptedAt then
  lostAt = string.format('%.0f', now)
  redis.call('HSET', meta, 'lostAt', lostAt)
end
if not epoch then
  epoch = ARGV[12]
  redis.call('HSET', meta, 'epoch', epoch)
end
local news = lostAt or ''

local state, fingerprint, attempts, first, mark, fence, leaseUntil, heldBy, changed =
  unpack(redis.call('HMGET', record, 's', 'h', 'a', 'b', 'k', 'f', 'l', 'i', 't'))

local function isReopenable()
  if state == 'f' then return ARGV[9] == '1' end
  if state ~= 'u' then return false end
  local youngerThan = tonumber(ARGV[8])
  return youngerThan < 0 or (first and now - first < youngerThan)
end

if not state and lostAt and ARGV[13] ~= '1' then
  return { 'memory-lost', epoch, news }
end
if state and fingerprint ~= ARGV[3] then
  return { 'conflict', epoch, news, redis.call('HGETALL', record) }
end
if state and state ~= 'p' and not isReopenable() then
  return { 'settled', epoch, news, redis.call('HGETALL', record) }
end
-- The same claim once more: its answer was lost on the way.
local isRepeated = state == 'p' and heldBy == claimId
if state == 'p' and not isRepeated and tonumber(leaseUntil) > now then
  return { 'held', epoch, news, tonumber(leaseUntil) - now }
end

attempts = tonumber(attempts or 0)
if isRepeated and mark ~= '0' then
  -- Whoever made the claim never heard of it, so what it announced never left.
  attempts = attempts - 1
  if mark == '2' then first = false end
end
if not isRepeated then fence = math.max(tonumber(fence or 0) + 1, micros) end
local attemptsBefore, age = attempts, first and now - first or ''
local takenOver = state and (not isRepeated or attempts > 0 or first) and '1' or '0'

mark = 0
if ARGV[7] == '1' then
  attempts = attempts + 1
  mark = first and 1 or 2
  first = first or now
end

leaseUntil = now + ARGV[6]
local fields = { 's', 'p', 'e', ARGV[2], 'h', ARGV[3], 'p', ARGV[4], 't', now, 'a', attempts, 'k', mark,
  'f', fence, 'l', leaseUntil, 'i', claimId }
local function add(name, value)
  if not value or value == '' then return end
  fields[#fields + 1] = name
  fields[#fields + 1] = value
end
add('b', first)
if not state then
  add('c', now)
  add('r', ARGV[5])
  add('q', ARGV[15])
  add('g', ARGV[16])
  add('n', ARGV[17])
end
redis.call('HSET', record, unpack(fields))
if state and not first then redis.call('HDEL', record, 'b') end
if state == 'u' then redis.call('ZREM', unknown, requestId) end
if state == 'f' then redis.call('HINCRBY', meta, 'f:' .. math.floor(changed / 86400000), -1) end
if state == 'u' or state == 'f' then redis.call('HDEL', record, 'x') end
redis.call('PEXPIRE', record, ARGV[14])
redis.call('ZADD', pending, leaseUntil, requestId)
return { 'claimed', epoch, news, fence, attempts, first and tonumber(first) or '', takenOver, attemptsBefore, age }
