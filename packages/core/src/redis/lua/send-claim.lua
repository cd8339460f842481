-- Turns new request ids into pending records with a lease, takes abandoned ones over, or says why not.
-- Notices when Redis has lost the records: a process then expects an epoch that is not there.
--
-- KEYS  1 meta of the account, 2 index of pending records by end of lease, 3 index of unknown records by fence, then the
--       record of each claim; no two are the same
-- ARGV  1 expected epoch or '', 2 epoch to begin where there is none, 3 '1' to go on in spite of lost records, 4 retention
--       of open records in ms, then for each claim 13:
--       1 request id, 2 endpoint, 3 fingerprint, 4 payload, 5 recipient or '', 6 lease in ms, 7 '1' to announce an
--       attempt, 8 reopen an unknown record whose first attempt is younger than so many ms (0 never, -1 always),
--       9 '1' to reopen a failed record, 10 claim id, 11 push or '', 12 group or '', 13 tenant or ''
-- Answer  { epoch, lostAt or '', then for each claim { type, ... } or an error }
--       'claimed': fence, attempts, firstAttemptAt or '', '1' if taken over, attempts before, age of the first or ''
--       'held': lease left in ms;  'settled' and 'conflict': the record as a flat hash;  'memory-lost': lostAt
--
-- Fields of a record: s state (p s f u), e endpoint, h fingerprint, r recipient, p payload, c created, t changed,
-- a attempts, b first attempt at, k mark (0 none, 1 further, 2 first), f fence, l lease until, i claim id,
-- m msgid, d details, x failure, q push, g group, n tenant, v delivery, w moment of delivery. One letter each: there is
-- one record per message.

--@include each-step

local meta, pending, unknown = KEYS[1], KEYS[2], KEYS[3]
local shared_keys, shared_args, args_each = 3, 4, 13
local expected = ARGV[1]
local time = redis.call('TIME')
local micros = time[1] * 1000000 + time[2]
local now = math.floor(micros / 1000)

local epoch, lostAt, acceptedAt = unpack(redis.call('HMGET', meta, 'epoch', 'lostAt', 'acceptedAt'))
if expected ~= '' and epoch ~= expected and not lostAt and not acceptedAt then
  lostAt = string.format('%.0f', now)
  redis.call('HSET', meta, 'lostAt', lostAt)
end
if not epoch then
  epoch = ARGV[2]
  redis.call('HSET', meta, 'epoch', epoch)
end

-- Ends of leases and request ids, as ZADD takes them.
local leases = {}

local function claim(step)
  local record = KEYS[shared_keys + step]
  local requestId, endpoint, claimedFingerprint, payload, recipient, leaseMs, announces, reopensUnknown, reopensFailed,
    claimId, push, group, tenant = unpack(ARGV, shared_args + (step - 1) * args_each + 1, shared_args + step * args_each)
  local state, fingerprint, attempts, first, mark, fence, leaseUntil, heldBy, changed =
    unpack(redis.call('HMGET', record, 's', 'h', 'a', 'b', 'k', 'f', 'l', 'i', 't'))

  local isReopenable = state == 'f' and reopensFailed == '1'
  if state == 'u' then
    local youngerThan = tonumber(reopensUnknown)
    isReopenable = youngerThan < 0 or (first and now - first < youngerThan)
  end

  if not state and lostAt and ARGV[3] ~= '1' then return { 'memory-lost', lostAt } end
  if state and fingerprint ~= claimedFingerprint then return { 'conflict', redis.call('HGETALL', record) } end
  if state and state ~= 'p' and not isReopenable then return { 'settled', redis.call('HGETALL', record) } end
  -- The same claim once more: its answer was lost on the way.
  local isRepeated = state == 'p' and heldBy == claimId
  if state == 'p' and not isRepeated and tonumber(leaseUntil) > now then
    return { 'held', tonumber(leaseUntil) - now }
  end

  attempts = tonumber(attempts or 0)
  if isRepeated and mark ~= '0' then
    -- Whoever made the claim never heard of it, so what it announced never left.
    attempts = attempts - 1
    if mark == '2' then first = false end
  end
  -- No two records have the same one.
  if not isRepeated then fence = math.max(tonumber(fence or 0) + 1, micros + step - 1) end
  local attemptsBefore, age = attempts, first and now - first or ''
  local takenOver = state and (not isRepeated or attempts > 0 or first) and '1' or '0'

  mark = 0
  if announces == '1' then
    attempts = attempts + 1
    mark = first and 1 or 2
    first = first or now
  end

  leaseUntil = now + leaseMs
  local fields = { 's', 'p', 'e', endpoint, 'h', claimedFingerprint, 'p', payload, 't', now, 'a', attempts, 'k', mark,
    'f', fence, 'l', leaseUntil, 'i', claimId }
  local function add(name, value)
    if not value or value == '' then return end
    fields[#fields + 1] = name
    fields[#fields + 1] = value
  end
  add('b', first)
  if not state then
    add('c', now)
    add('r', recipient)
    add('q', push)
    add('g', group)
    add('n', tenant)
  end
  redis.call('HSET', record, unpack(fields))
  if state and not first then redis.call('HDEL', record, 'b') end
  if state == 'u' then redis.call('ZREM', unknown, requestId) end
  if state == 'f' then redis.call('HINCRBY', meta, 'f:' .. math.floor(changed / 86400000), -1) end
  if state == 'u' or state == 'f' then redis.call('HDEL', record, 'x') end
  redis.call('PEXPIRE', record, ARGV[4])
  leases[#leases + 1] = leaseUntil
  leases[#leases + 1] = requestId
  return { 'claimed', fence, attempts, first and tonumber(first) or '', takenOver, attemptsBefore, age }
end

local answers = each_step({ epoch, lostAt or '' }, #KEYS - shared_keys, claim)
if #leases > 0 then redis.call('ZADD', pending, unpack(leases)) end
return answers
