-- Reads a token and what is left of its life by this server's clock.
-- KEYS[1]  hash of the token: value, lifetime, version
-- Answer   { value, lifetimeMs, version, remainingMs }, or nil where there is none
local fields = redis.call('HMGET', KEYS[1], 'value', 'lifetime', 'version')
if not fields[1] then
  return nil
end
return { fields[1], fields[2], fields[3], redis.call('PTTL', KEYS[1]) }
