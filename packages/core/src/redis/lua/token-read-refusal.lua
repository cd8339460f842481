-- Reads the refusal of this credential.
-- KEYS[1]  string with the refusal
-- Answer   the refusal, or nil where there is none
return redis.call('GET', KEYS[1])
