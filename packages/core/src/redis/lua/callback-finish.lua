-- An event is handled: its content is forgotten, its key and its reply are remembered for its repetitions.
--
-- KEYS  1 event, 2 index of open events
-- ARGV  1 event key, 2 token, 3 how long the event is remembered in ms, 4 reply, left out where there is none
-- Answer  1, or 0 where another has taken it up

local event = KEYS[1]
local state, holder = unpack(redis.call('HMGET', event, 's', 'k'))
if state and holder ~= ARGV[2] then return 0 end

redis.call('DEL', event)
redis.call('HSET', event, 's', 'd', 'k', ARGV[2])
if ARGV[4] then redis.call('HSET', event, 'r', ARGV[4]) end
redis.call('PEXPIRE', event, ARGV[3])
redis.call('ZREM', KEYS[2], ARGV[1])
return 1
