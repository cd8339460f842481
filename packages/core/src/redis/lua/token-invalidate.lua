-- Removes a token if it is this very one; another one stays.
-- KEYS[1]  hash of the token: value, lifetime, version
-- ARGV[1]  the value that failed
-- Answer   1 if it was removed, else 0
if redis.call('HGET', KEYS[1], 'value') ~= ARGV[1] then
  return 0
end
return redis.call('DEL', KEYS[1])
