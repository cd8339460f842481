-- Counts ends other than sent. Needs troubles. A trouble is [kind, count, an example of it].
local function addTroubles(list)
  for _, trouble in ipairs(cjson.decode(list)) do
    redis.call('HINCRBY', troubles, 'n:' .. trouble[1], trouble[2])
    redis.call('HSETNX', troubles, 'e:' .. trouble[1], trouble[3])
  end
end
