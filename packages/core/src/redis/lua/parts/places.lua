-- Places are a sorted set: id -> end of the hold. A call whose end nobody told gives its place back then.
local function has_place(key, id)
  return redis.call('ZSCORE', key, id) ~= false
end

local function wait_for_place(key, most, again)
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
  if redis.call('ZCARD', key) < most then return 0 end
  return min(redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')[2] - now, again)
end

local function take_place(key, id, longest_hold)
  redis.call('ZADD', key, now + 1 + longest_hold, id)
  local ms = longest_hold + spare_ms
  if redis.call('PTTL', key) < ms then redis.call('PEXPIRE', key, ms) end
end
