-- Ends the push where everything that was read has an end and nothing more will be read. From then on it is kept for a
-- while. Needs state, keys (all of the run) and now.
local function endWhereAllIsDone()
  local phase, fed, open, endedAt, keepMs =
    unpack(redis.call('HMGET', state, 'phase', 'fed', 'open', 'endedAt', 'keepMs'))
  if endedAt or fed ~= '1' or tonumber(open) > 0 then return end
  if phase ~= 'cancelled' then redis.call('HSET', state, 'phase', 'done') end
  redis.call('HSET', state, 'endedAt', now)
  for _, key in ipairs(keys) do redis.call('PEXPIRE', key, keepMs) end
end
