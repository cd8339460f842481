-- Remembers for a short while that the platform refuses this credential.
-- KEYS[1]  string with the refusal
-- ARGV     refusal, forMs
-- Answer   1
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
