-- Tells which ends other than sent there were.
--
-- KEYS  1 troubles
-- Answer  a flat hash: 'n:' and kind to the count, 'e:' and kind to an example

return redis.call('HGETALL', KEYS[1])
