-- What each kind of rule says to this call: milliseconds until it can have room, what is to be written if the call is let
-- through, what is then left, and of how much. Nothing is taken here.

local function is_in_log(value, id)
  return value and string.find(value, id .. '\0', 9, true) ~= nil
end

local function judge_log(log, at)
  local weight, most, span, from_end = spec[at], spec[at + 1], spec[at + 2], spec[at + 3]
  local value, entries, used = strings[doors + log], '', 0
  if value then entries, used = prune_log(value, span, from_end == 0) end
  local left, later = most - used - weight, from_end * hold
  local entry = struct.pack(entry_format, now + 1 + later, weight, member)
  local wait = left < 0 and log_moment(entries, -left) + span - now or 0
  return wait, { struct.pack('<d', used + weight) .. entries .. entry, span + later + 1000, from_end == 0 }, left, most
end

local function judge_bucket(value, at)
  local weight, most, span, burst = spec[at + 1], spec[at + 2], spec[at + 3], spec[at + 4]
  local per_call = span / most
  local full = max(value and struct.unpack('<d', value) or 0, now) + weight * per_call
  local wait = max(0, ceil(full - burst * per_call - now))
  return wait, struct.pack('<d', full), burst - (full - now) / per_call, burst
end

local function turn_tally(h, field, value, kind, span)
  local total, first, last, slot = struct.unpack('<dddd', value)
  if kind == 1 then
    local unit = floor((now + beijing_ms) / span)
    if first == unit then return value end
    value = turn_calendar(value, unit)
  else
    local width = ceil(span / 120)
    local current, counted = floor((now + (kind == 3 and hold or 0)) / width), floor((now - span) / width)
    if slot == current and (first >= counted or first > last) then return value end
    value = turn_slots(value, KEYS[first_hash + h], spec[names[h] + field], current, counted)
  end
  heads[h][field], changed[h][field] = value, true
  return value
end

-- Where the asker's part and the ceiling do not settle it.
local function ask_tally(h, field, value, at, kind, asker, ceiling)
  local weight, most, span = spec[at + 1], spec[at + 2], spec[at + 3]
  local ask = {
    tally = read_tally(value), asker = asker, weight = weight, max = most, ceiling = ceiling,
    span = span, busy = max(1000, span),
    ends = kind == 1 and (floor((now + beijing_ms) / span) + 1) * span - beijing_ms or nil,
  }
  local first_moment = plain_moment
  if spec[at] > 3 then
    ask.groups, first_moment = cjson.decode(spec[at + 8]), split_moment
    ask.tally.columns[asker].asked = now
    local draw = draw_of(ask, used_of(ask.tally), now, passed_at(ask, now))
    if draw then return 0, draw end
  end
  local futures = ask.ends and { { ask.ends, used_of(read_tally(new_tally(#ask.tally.columns))) } }
    or slot_futures(ask.tally, KEYS[first_hash + h], spec[names[h] + field], ceil(span / 120), span)
  return first_moment(ask, futures) - now
end

-- Answers further what a split rule gives, and how much of `spec` the rule takes.
local function judge_tally(h, field, at)
  local kind, weight, most, span = spec[at], spec[at + 1], spec[at + 2], spec[at + 3]
  local columns, asker, part, ceiling, width = 1, 1, most, most, 4
  if kind > 3 then
    kind, columns, asker, part, ceiling, width = kind - 3, spec[at + 4], spec[at + 5], spec[at + 6], spec[at + 7], 9
  end
  local value = heads[h][field]
  if not value then
    value = new_tally(columns)
    heads[h][field] = value
  end
  value = turn_tally(h, field, value, kind, span)
  local total, first, last, slot = struct.unpack('<dddd', value)
  local from = 1 + asker * column_bytes
  local used, here = struct.unpack('<dd', value, from)
  local wait, draw = 0, 1
  if total + weight > ceiling or used + weight > part then
    wait, draw = ask_tally(h, field, value, at, kind, asker, ceiling)
  end
  local taken = struct.pack('<dddd', total + weight, first, last, slot) .. string.sub(value, head_bytes + 1, from - 1)
    .. struct.pack('<dddd', used + weight, here + weight, now, 0) .. string.sub(value, from + column_bytes)
  return wait, taken, most - total - weight, most, draw, width
end

-- Remembers that a group asked, and whether it was refused.
local function with_ask(value, asker, is_refused)
  local from = 1 + asker * column_bytes
  local used, here, _, refused = struct.unpack('<dddd', value, from)
  return string.sub(value, 1, from - 1)
    .. struct.pack('<dddd', used, here, now, is_refused and now or refused) .. string.sub(value, from + column_bytes)
end

local function judge_places(key, at)
  local most, again = spec[at], spec[at + 2]
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
  if redis.call('ZCARD', key) < most then return 0 end
  return min(redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')[2] - now, again)
end

local function take_place(key, longest_hold)
  redis.call('ZADD', key, now + 1 + longest_hold, ARGV[2])
  if redis.call('PTTL', key) < longest_hold + 1000 then redis.call('PEXPIRE', key, longest_hold + 1000) end
end
