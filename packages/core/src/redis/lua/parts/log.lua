-- A log is one string: what it holds in all, then for each admission that still counts its latest arrival, its weight,
-- and its id. The mark before an id keeps it apart from one that only ends alike.
local entry_format = '<dds'
-- Bytes of the total before the first entry, and of arrival and weight before an id.
local total_bytes, before_id_bytes = 8, 16

-- What still counts, and how much it is. Entries that count from the admission stand in order.
local function prune_log(value, span, is_ordered)
  local used, position = struct.unpack('<d', value)
  local kept = {}
  while position <= #value do
    local stamp, weight, _, after = struct.unpack(entry_format, value, position)
    if stamp <= now - span then
      used = used - weight
    elseif is_ordered then
      kept[1] = string.sub(value, position)
      break
    else
      kept[#kept + 1] = string.sub(value, position, after - 1)
    end
    position = after
  end
  if kept[1] == nil then return '', 0 end
  return table.concat(kept), used
end

local function entries_of(entries)
  local list, position = {}, 1
  while position <= #entries do
    local stamp, weight, _, after = struct.unpack(entry_format, entries, position)
    list[#list + 1] = { stamp, weight }
    position = after
  end
  table.sort(list, function(one, other) return one[1] < other[1] end)
  return list
end

-- From when an entry counts whose leaving frees so much; a call that is on its way counts as if it ended now.
local function log_moment(entries, excess)
  for _, entry in ipairs(entries_of(entries)) do
    excess = excess - entry[2]
    if excess <= 0 then return min(entry[1], now + 1) end
  end
  return now + 1
end

-- The word of an end: the entry counts from then on.
local function end_in_log(value, member, ago)
  local found = string.find(value, member .. '\0', total_bytes + 1, true)
  if not found then return value end
  local at = found - before_id_bytes
  local stamp = min(struct.unpack('<d', value, at), now + 1 - ago)
  return string.sub(value, 1, at - 1) .. struct.pack('<d', stamp) .. string.sub(value, at + 8)
end

-- Whether this admission is there already, what the log holds, its entries, and how long it holds the call up.
local function look_into_log(value, id, weight, most, span, is_ordered)
  local is_known = string.find(value, '\1' .. id .. '\0', total_bytes + 1, true) ~= nil
  local entries, used = prune_log(value, span, is_ordered)
  local excess = used + weight - most
  return is_known, used, entries, excess > 0 and log_moment(entries, excess) + span - now or 0
end

-- An older entry may have to stay longer than a younger one.
local function write_log(key, value, ms)
  if redis.call('PTTL', key) >= ms then
    redis.call('SET', key, value, 'KEEPTTL')
  else
    redis.call('SET', key, value, 'PX', ms)
  end
end
