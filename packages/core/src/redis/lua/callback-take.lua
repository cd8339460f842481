-- Takes in an event that a platform pushed: new, repeated, or under a signature that came before with another body.
--
-- KEYS  1 event, 2 signature, 3 index of the account's open events by the moment at which anyone may take them
-- ARGV  1 event key, 2 token of this take, 3 content, 4 lease in ms, 5 how long the event is remembered in ms,
--       6 digest of the body, 7 how long the signature is remembered in ms
-- Answer  { 'taken', attempt }, { 'repeated' }, { 'repeated', reply } or { 'replayed' }
--
-- Fields of an event: s state (o open, d done), k token of who holds it or '', l end of its lease, or when it may be
-- taken again, a calls of its handlers, c content, r reply, m how long it is remembered in ms.

local event, signature, open = KEYS[1], KEYS[2], KEYS[3]
local eventKey, token, rememberMs = ARGV[1], ARGV[2], tonumber(ARGV[5])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local digest = redis.call('GET', signature)
if digest and digest ~= ARGV[6] then return { 'replayed' } end
if not digest then redis.call('SET', signature, ARGV[6], 'PX', ARGV[7]) end

local state, holder, leaseUntil, attempt, reply = unpack(redis.call('HMGET', event, 's', 'k', 'l', 'a', 'r'))
if state == 'd' then return reply and { 'repeated', reply } or { 'repeated' } end
-- The same take once more: its answer was lost on the way.
local isMine = holder == token
if state and not isMine and holder ~= '' and tonumber(leaseUntil) > now then return { 'repeated' } end

attempt = tonumber(attempt or 0) + (isMine and 0 or 1)
leaseUntil = now + ARGV[4]
redis.call('HSET', event, 's', 'o', 'k', token, 'l', leaseUntil, 'a', attempt, 'c', ARGV[3], 'm', rememberMs)
-- However often it is taken up, it is forgotten by then: an event that no handler can stand ends, too.
if not state then redis.call('PEXPIRE', event, rememberMs) end
if redis.call('PTTL', event) < tonumber(ARGV[4]) then redis.call('PEXPIRE', event, ARGV[4]) end
redis.call('ZREMRANGEBYSCORE', open, '-inf', string.format('(%.0f', now - 2 * rememberMs))
redis.call('ZADD', open, leaseUntil, eventKey)
redis.call('PEXPIRE', open, 2 * rememberMs + ARGV[4])
return { 'taken', attempt }
