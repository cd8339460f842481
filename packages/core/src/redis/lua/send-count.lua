-- Counts the records of an account. Settled ones are counted by the day on which they were settled, so that those that
-- have been forgotten drop out without anybody looking at them.
--
-- KEYS  1 meta of the account, 2 index of pending records, 3 index of unknown records
-- ARGV  1 retention of settled records in ms
-- Answer  { pending, unknown, sent, failed }

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local firstDay = math.floor((now - ARGV[1]) / 86400000)
local counts = { s = 0, f = 0 }
local meta = redis.call('HGETALL', KEYS[1])
for position = 1, #meta, 2 do
  local state, day = string.match(meta[position], '^([sf]):(%d+)$')
  if state and tonumber(day) < firstDay then
    redis.call('HDEL', KEYS[1], meta[position])
  elseif state then
    counts[state] = counts[state] + meta[position + 1]
  end
end
return { redis.call('ZCARD', KEYS[2]), redis.call('ZCARD', KEYS[3]), counts.s, counts.f }
