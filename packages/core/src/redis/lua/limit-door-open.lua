-- Forgets that a door was closed, and its pace.
--
-- KEYS   the door
-- answer how many there were

return redis.call('DEL', KEYS[1])
