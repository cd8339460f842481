-- Gives one asker the turn, for a while.
--
-- KEYS   the turn
-- ARGV   1 milliseconds until somebody else may have it
-- answer 1 to the one who has it, else 0

return redis.call('SET', KEYS[1], 1, 'NX', 'PX', ARGV[1]) and 1 or 0
