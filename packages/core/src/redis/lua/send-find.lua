-- Reads one record.
--
-- KEYS  1 record
-- Answer  the record as a flat hash, empty where there is none

return redis.call('HGETALL', KEYS[1])
