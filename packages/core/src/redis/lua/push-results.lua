-- Reads results from a place on.
--
-- KEYS  1 results
-- ARGV  1 place, 2 most that are read
-- Answer  the results

return redis.call('LRANGE', KEYS[1], ARGV[1], ARGV[1] + ARGV[2] - 1)
