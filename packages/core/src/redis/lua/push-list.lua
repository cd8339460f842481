-- Lists the ids of an account's pushes, latest start first.
--
-- KEYS  1 index of the account's pushes by start
-- ARGV  ids that are kept no longer
-- Answer  the ids

for _, id in ipairs(ARGV) do redis.call('ZREM', KEYS[1], id) end
return redis.call('ZREVRANGE', KEYS[1], 0, -1)
