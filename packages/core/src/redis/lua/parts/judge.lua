-- How long each rule in a log or a hash holds the call up, and what it holds where none does: `entered` and `fresh`.

for log = 1, logs do
  local weight, most, span, from_end = unpack_numbers('<dddd', numbers, cursor)
  local used, entries, wait, later = 0, '', 0, from_end * hold
  rule, cursor = rule + 1, cursor + 32
  local value = strings[log_at(log)]
  if value then
    local is_known
    is_known, used, entries, wait = need_slow().look_into_log(value, weight, most, span, later == 0)
    is_repeated = is_repeated or is_known
  end
  local stamp, member = now + 1 + later, '\1' .. id
  entered[log * 2 - 1] = entries == '' and pack('<ddds', weight, stamp, weight, member)
    or pack('<d', used + weight) .. entries .. pack('<dds', stamp, weight, member)
  entered[log * 2] = span + later + spare_ms
  if wait > rule_wait then last_rule, rule_wait = rule, wait end
  local left = most - used - weight
  if left / most < least_share then scarcest, least_share, left_of_scarcest = rule, left / most, left end
end

for hash = 1, hashes do
  local h = hash_at(hash)
  local values, name = heads[h], names[h]
  for field = 2, spec[name] do
    local kind, weight, most, span, more, asker, part, ceiling = unpack_numbers('<dddddddd', numbers, cursor)
    local value, wait, left = values[field], 0, nil
    rule, last_fresh = rule + 1, last_fresh + 1
    if kind == 0 then
      local full, per_call = now, span / most
      if value then
        full = unpack_numbers('<d', value)
        if full < now then full = now end
      end
      full = full + weight * per_call
      fresh[last_fresh] = pack('<d', full)
      left, most = more - (full - now) / per_call, more
      -- Sums of fractions stray a little.
      wait = max(0, ceil(full - most * per_call - now - 0.001))
    elseif kind == 1 then
      local unit, taken = floor((now + beijing_ms) / span), weight
      if value then
        local before, of_unit = unpack_numbers('<dd', value)
        if of_unit == unit then taken = before + weight end
      end
      fresh[last_fresh], left = pack('<dd', taken, unit), most - taken
      if left < 0 then wait = (unit + 1) * span - beijing_ms - now end
    else
      -- Slots, and all that is split. Where no slot has passed since the last admission, the tally stands as it is.
      local unit, counted, total, first, last, slot = 0, 0, 0, 0, -1, -1
      if kind == 4 then
        unit = floor((now + beijing_ms) / span)
      else
        local width = ceil(span / slots_per_window)
        counted = floor((now - span) / width)
        unit = floor(now / width)
        if kind == 3 or kind == 6 then unit, is_held = floor((now + hold) / width), true end
      end
      if value then total, first, last, slot = unpack_numbers('<dddd', value) end
      if slot ~= unit or (first < counted and first <= last) then
        value = need_slow().turn(h, field, kind, more, unit, counted)
        total, first, last, slot = unpack_numbers('<dddd', value)
      end
      total = total + weight
      left = most - total
      if kind < 4 then
        fresh[last_fresh] = pack('<ddddd', total, first, last, slot, unpack_numbers('<d', value, head_bytes + 1) + weight)
        if left < 0 then wait = need_slow().wait_for_slots(h, field, most - weight, span) end
      else
        local from, draw = head_bytes + (asker - 1) * column_bytes + 1, 1
        local used, here = unpack_numbers('<dd', value, from)
        used = used + weight
        if total > ceiling or used > part then
          wait, draw = need_slow().ask_split(h, field, split / 4 + 1, cursor)
        end
        if draw and draw > freest then freest, freest_rule = draw, rule end
        fresh[last_fresh] = pack('<dddd', total, first, last, slot) .. sub(value, head_bytes + 1, from - 1)
          .. pack('<dddd', used, here + weight, now, 0) .. sub(value, from + column_bytes)
        splits[split + 1], splits[split + 2], splits[split + 3], splits[split + 4] = h, field, asker, wait > 0
        split = split + 4
      end
    end
    cursor = cursor + 64
    if wait > rule_wait then last_rule, rule_wait = rule, wait end
    if left / most < least_share then scarcest, least_share, left_of_scarcest = rule, left / most, left end
  end
end
