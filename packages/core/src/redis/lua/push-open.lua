-- Begins a push, goes on with one that is under way, or begins a new run of one that has ended.
--
-- KEYS  1 state, 2 index of the account's pushes by start
-- ARGV  1 push id, 2 settings as JSON, 3 items per chunk, 4 ms until the first message may leave, 5 ms until none may
--       begin any more or '', 6 items in all or '', 7 '1' for a run over the failed messages of the run before,
--       8 ms to keep the push after its end
-- Answer  { 'opened' | 'joined' | 'conflict' | 'cancelling', run, settings, items per chunk, run that is repeated or '' }
--
-- Fields of the state: run, settings, chunkSize, phase, read, total, fed ('1' when all was read), open (chunks without an
-- end), startedAt, startAt, deadlineAt, endedAt, keepMs, repeats, waiting and waitingUntil (why nothing leaves, and how long that
-- holds), n:<letter> ends by kind (s sent, r sent before, f failed, u unknown, i invalid, n not sent), b<0..15> second and
-- ends in it.

local state, index = KEYS[1], KEYS[2]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local run, settings, chunkSize, phase, endedAt, repeats =
  unpack(redis.call('HMGET', state, 'run', 'settings', 'chunkSize', 'phase', 'endedAt', 'repeats'))
if run and not endedAt then
  if phase == 'cancelled' then return { 'cancelling', tonumber(run), settings, tonumber(chunkSize), '' } end
  local same = settings == ARGV[2] and (repeats or '') == (ARGV[7] == '1' and (repeats or '-') or '')
  return { same and 'joined' or 'conflict', tonumber(run), settings, tonumber(chunkSize), tonumber(repeats or '') or '' }
end

repeats = ARGV[7] == '1' and run or ''
run = tonumber(run or 0) + 1
redis.call('DEL', state)
redis.call('HSET', state, 'run', run, 'settings', ARGV[2], 'chunkSize', ARGV[3], 'phase', 'running', 'read', 0,
  'fed', 0, 'open', 0, 'startedAt', now, 'startAt', now + ARGV[4], 'keepMs', ARGV[8])
if ARGV[5] ~= '' then redis.call('HSET', state, 'deadlineAt', now + ARGV[5]) end
if ARGV[6] ~= '' then redis.call('HSET', state, 'total', ARGV[6]) end
if repeats ~= '' then redis.call('HSET', state, 'repeats', repeats) end
redis.call('ZADD', index, now, ARGV[1])
return { 'opened', run, ARGV[2], tonumber(ARGV[3]), tonumber(repeats) or '' }
