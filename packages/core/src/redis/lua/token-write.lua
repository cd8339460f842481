-- Stores a token unless a later fence wrote before. The fence outlives the token: a holder that was paused cannot bring
-- an old token back after a newer one was written and taken away again.
-- KEYS[1]  hash of the token: value, lifetime, version
-- KEYS[2]  hash of the fence: taken, written
-- ARGV     value, lifetimeMs, remainingMs, fence, how long the fence is remembered in milliseconds
-- Answer   { 1 if written else 0 }, followed by { value, lifetimeMs, version, remainingMs } of what is stored now, if any
local written = 0
if tonumber(ARGV[4]) >= tonumber(redis.call('HGET', KEYS[2], 'written') or '0') then
  redis.call('HSET', KEYS[1], 'value', ARGV[1], 'lifetime', ARGV[2], 'version', ARGV[4])
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  redis.call('HSET', KEYS[2], 'written', ARGV[4])
  redis.call('PEXPIRE', KEYS[2], ARGV[5])
  written = 1
end
local fields = redis.call('HMGET', KEYS[1], 'value', 'lifetime', 'version')
if not fields[1] then
  return { written }
end
return { written, fields[1], fields[2], fields[3], redis.call('PTTL', KEYS[1]) }
