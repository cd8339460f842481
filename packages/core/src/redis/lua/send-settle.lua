-- Writes the ends of messages. 'sent' is the truth and stands against every other state; any other end needs the
-- lease. A record that is gone is written anew from what its holder knows, and the loss is noted.
--
-- KEYS  1 meta of the account, 2 index of pending records by end of lease, 3 index of unknown records by fence, then for each
--       settlement its record and the key of its msgid, or the record again where it has none; no two records are the same
-- ARGV  1 expected epoch or '', 2 epoch to begin where there is none, 3 retention of settled, 4 of open records in ms,
--       5 how long a msgid is known in ms, then for each settlement 15:
--       1 request id, 2 fence, 3 state (s f u), 4 msgid or '', 5 details or '', 6 failure or '', 7 attempts,
--       8 endpoint, 9 fingerprint, 10 recipient or '', 11 payload of an unknown message, 12 firstAttemptAt or '',
--       13 push or '', 14 group or '', 15 tenant or ''
-- Answer  { epoch or '', lostAt or '', then for each settlement 1 if it stands, 0, or an error }
--       An epoch that is not the expected one is told only where the loss that it means has been noted.

--@include each-step

local meta, pending, unknown = KEYS[1], KEYS[2], KEYS[3]
local shared_keys, keys_each, shared_args, args_each = 3, 2, 5, 15
local expected = ARGV[1]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local today = math.floor(now / 86400000)

local epoch, lostAt, acceptedAt = unpack(redis.call('HMGET', meta, 'epoch', 'lostAt', 'acceptedAt'))

local is_known = expected == '' or epoch == expected

local function look_for_loss()
  is_known = true
  if expected ~= '' and epoch ~= expected and not lostAt and not acceptedAt then
    lostAt = string.format('%.0f', now)
    redis.call('HSET', meta, 'lostAt', lostAt)
  end
  if not epoch then
    epoch = ARGV[2]
    redis.call('HSET', meta, 'epoch', epoch)
  end
end

local settled, counts = {}, { s = 0, f = 0, u = 0 }

local function settle(step)
  local record, msgidKey = KEYS[shared_keys + step * keys_each - 1], KEYS[shared_keys + step * keys_each]
  local requestId, holderFence, state, msgid, details, failure, knownAttempts, endpoint, knownFingerprint, recipient,
    payload, firstAttemptAt, knownPush, knownGroup, knownTenant =
    unpack(ARGV, shared_args + (step - 1) * args_each + 1, shared_args + step * args_each)
  local before, fence, attempts, mark, first, created, changed, push, group, tenant =
    unpack(redis.call('HMGET', record, 's', 'f', 'a', 'k', 'b', 'c', 't', 'q', 'g', 'n'))
  local isHolder = fence == holderFence

  if before == 's' and state == 's' then return 1 end
  if before and state ~= 's' and not (isHolder and before == 'p') then return isHolder and before == state and 1 or 0 end

  -- Freeing memory first lets a message be settled in a Redis that is full and refuses to grow; without the payload the
  -- rest fits into the compact form of small hashes.
  redis.call('DEL', record)
  settled[#settled + 1] = requestId
  look_for_loss()

  local counted = tonumber(knownAttempts)
  if before and not isHolder then counted = math.max(counted, tonumber(attempts)) end
  if not before then
    first = firstAttemptAt ~= '' and firstAttemptAt
    mark = counted > 1 and '0' or '2'
    push, group, tenant = knownPush, knownGroup, knownTenant
  end
  -- A refusal takes the mark of its own attempt back; an earlier attempt's stays.
  if state == 'f' and mark == '2' then first = false end

  local fields = { 's', state, 'e', endpoint, 'h', knownFingerprint, 'c', created or now, 't', now, 'a', counted,
    'f', fence or holderFence }
  local function add(name, value)
    if value and value ~= '' then
      fields[#fields + 1] = name
      fields[#fields + 1] = value
    end
  end
  add('b', first)
  add('r', recipient)
  add('m', msgid)
  add('d', details)
  add('x', failure)
  add('q', push)
  add('g', group)
  add('n', tenant)
  if state == 'u' then add('p', payload) end
  redis.call('HSET', record, unpack(fields))
  redis.call('PEXPIRE', record, state == 'u' and ARGV[4] or ARGV[3])
  if msgidKey ~= record then redis.call('SET', msgidKey, requestId, 'PX', ARGV[5]) end

  if state == 'u' then redis.call('ZADD', unknown, fence or holderFence, requestId) end
  if before == 'u' then redis.call('ZREM', unknown, requestId) end
  if before == 'f' then redis.call('HINCRBY', meta, 'f:' .. math.floor(changed / 86400000), -1) end
  counts[state] = counts[state] + 1
  return 1
end

local answers = each_step({}, (#KEYS - shared_keys) / keys_each, settle)
if #settled > 0 then redis.call('ZREM', pending, unpack(settled)) end
if counts.s > 0 then redis.call('HINCRBY', meta, 's:' .. today, counts.s) end
if counts.f > 0 then redis.call('HINCRBY', meta, 'f:' .. today, counts.f) end
return { is_known and epoch or '', lostAt or '', unpack(answers) }
