-- Reads under which request id the platform gave out this msgid.
--
-- KEYS  1 key of the msgid
-- Answer  the request id, or nothing where none is known

return redis.call('GET', KEYS[1])
