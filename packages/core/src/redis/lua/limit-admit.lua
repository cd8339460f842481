-- Takes room in every rule, or in none.
--
-- KEYS   barriers, then counters of the rules, then counters that hear of ended calls
-- ARGV   1 number of barriers, 2 number of rules, 3 number of ended calls' counters,
--        per rule six: kind, max, weight, span, detail, member
--          log     span = window, detail = how long the call may be on its way; sorted set member -> latest arrival
--          slots   span = window, detail = width of a slot; hash slot -> taken, sum, first
--          day     hash day, taken
--          places  span = longest hold, detail = when to ask again; sorted set member -> end of the hold
--        per ended call's counter two: member, milliseconds since the end (-1: remove it)
-- answer {1} where admitted, else {0, index of the key that opens last, milliseconds until then}
--
-- Times are whole milliseconds of this server, rounded down. What is taken is stamped one later, so that no window and
-- no closure is short by the fraction.

local day_ms, beijing_ms = 86400000, 28800000

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local barriers, rules, ended = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local today = math.floor((now + beijing_ms) / day_ms)
local midnight = (today + 1) * day_ms - beijing_ms

local function keep(key, ms)
  if redis.call('PTTL', key) < ms then redis.call('PEXPIRE', key, math.ceil(ms)) end
end

local function weight_of(member)
  return tonumber(string.match(member, '^[^|]+'))
end

local function finish(key, member, ago)
  local score = redis.call('ZSCORE', key, member)
  if not score then return end
  local stamp = now + 1 - ago
  if ago < 0 then
    redis.call('ZREM', key, member)
  elseif tonumber(score) > stamp then
    redis.call('ZADD', key, stamp, member)
  end
end

local kinds = {}

kinds.log = {}
function kinds.log.wait(key, rule)
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now - rule.span)
  local entries = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
  local used = 0
  for i = 1, #entries, 2 do
    if entries[i] == rule.member then return -1 end
    used = used + weight_of(entries[i])
  end
  local excess = used + rule.weight - rule.max
  if excess <= 0 then return 0 end
  local moment = now + 1
  for i = 1, #entries, 2 do
    excess = excess - weight_of(entries[i])
    if excess <= 0 then
      -- A call that is on its way counts as if it ended now.
      moment = math.min(moment, tonumber(entries[i + 1]))
      break
    end
  end
  return moment + rule.span - now
end
function kinds.log.take(key, rule)
  redis.call('ZADD', key, now + 1 + rule.detail, rule.member)
  keep(key, rule.span + rule.detail + 1000)
end

kinds.places = {}
function kinds.places.wait(key, rule)
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
  if redis.call('ZSCORE', key, rule.member) then return -1 end
  if redis.call('ZCARD', key) < rule.max then return 0 end
  local first = redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')
  return math.min(tonumber(first[2]) - now, rule.detail)
end
function kinds.places.take(key, rule)
  redis.call('ZADD', key, now + 1 + rule.span, rule.member)
  keep(key, rule.span + 1000)
end

kinds.day = {}
function kinds.day.wait(key, rule)
  local stored = redis.call('HMGET', key, 'day', 'taken')
  rule.taken = tonumber(stored[1]) == today and tonumber(stored[2]) or 0
  if rule.taken + rule.weight <= rule.max then return 0 end
  return midnight - now
end
function kinds.day.take(key, rule)
  redis.call('HSET', key, 'day', today, 'taken', rule.taken + rule.weight)
  keep(key, midnight - now + 1000)
end

kinds.slots = {}
local function drop_old_slots(key, rule, first_counted)
  -- More slots behind than a window has: everything is old.
  if first_counted - rule.first > rule.span / rule.detail + 2 then
    redis.call('DEL', key)
    rule.sum = 0
  else
    for slot = rule.first, first_counted - 1 do
      local taken = redis.call('HGET', key, slot)
      if taken then
        rule.sum = rule.sum - taken
        redis.call('HDEL', key, slot)
      end
    end
  end
  rule.first = first_counted
end
function kinds.slots.wait(key, rule)
  local first_counted = math.floor((now - rule.span) / rule.detail)
  local stored = redis.call('HMGET', key, 'sum', 'first')
  rule.sum, rule.first = tonumber(stored[1] or 0), tonumber(stored[2] or first_counted)
  rule.slot = math.floor(now / rule.detail)
  if rule.first < first_counted then
    drop_old_slots(key, rule, first_counted)
    redis.call('HSET', key, 'sum', rule.sum, 'first', rule.first)
    keep(key, rule.span * 2 + 1000)
  end
  local excess = rule.sum + rule.weight - rule.max
  if excess <= 0 then return 0 end
  for slot = rule.first, rule.slot do
    excess = excess - (redis.call('HGET', key, slot) or 0)
    if excess <= 0 then return (slot + 1) * rule.detail + rule.span - now end
  end
  return rule.span
end
function kinds.slots.take(key, rule)
  local taken = tonumber(redis.call('HGET', key, rule.slot) or 0)
  -- Where the server's clock was set back, the window begins earlier than was counted from.
  local first = math.min(rule.first, rule.slot)
  redis.call('HSET', key, rule.slot, taken + rule.weight, 'sum', rule.sum + rule.weight, 'first', first)
  keep(key, rule.span * 2 + 1000)
end

local argument = 3 + rules * 6
for i = barriers + rules + 1, barriers + rules + ended do
  finish(KEYS[i], ARGV[argument + 1], tonumber(ARGV[argument + 2]))
  argument = argument + 2
end

local last, longest = 0, 0
if barriers > 0 then
  local opens = redis.call('MGET', unpack(KEYS, 1, barriers))
  for i = 1, barriers do
    local wait = opens[i] and tonumber(opens[i]) - now or 0
    if wait > longest then last, longest = i, wait end
  end
  if last > 0 then return {0, last, longest} end
end

local demands = {}
for i = 1, rules do
  local at = 3 + (i - 1) * 6
  local rule = {
    kind = kinds[ARGV[at + 1]],
    max = tonumber(ARGV[at + 2]),
    weight = tonumber(ARGV[at + 3]),
    span = tonumber(ARGV[at + 4]),
    detail = tonumber(ARGV[at + 5]),
    member = ARGV[at + 6],
  }
  demands[i] = rule
  local wait = rule.kind.wait(KEYS[barriers + i], rule)
  -- The same admission was taken before and its answer was lost: all of it was taken then.
  if wait < 0 then return {1} end
  if wait > longest then last, longest = barriers + i, wait end
end
if last > 0 then return {0, last, math.ceil(longest)} end

for i = 1, rules do demands[i].kind.take(KEYS[barriers + i], demands[i]) end
return {1}
