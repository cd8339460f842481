-- How long each rule in a log or a hash holds the call up, and what it holds where none does: `entered` and `fresh`.

for log = 1, logs do
  local weight, most, span, from_end = spec[cursor], spec[cursor + 1], spec[cursor + 2], spec[cursor + 3]
  local used, entries, wait, later = 0, '', 0, from_end * hold
  rule, cursor = rule + 1, cursor + 4
  local value = strings[log <= own_logs and own_from + own_doors + log or 1 + shared_doors + log - own_logs]
  if value then
    local is_known
    is_known, used, entries, wait = run:need('logs').look_into_log(value, id, weight, most, span, later == 0)
    is_repeated = is_repeated or is_known
  end
  local stamp, member = now + 1 + later, '\1' .. id
  entered[log * 2 - 1] = entries == '' and pack('<ddds', weight, stamp, weight, member)
    or pack('<dc0dds', used + weight, entries, stamp, weight, member)
  entered[log * 2] = span + later + spare_ms
  if wait > rule_wait then last_rule, rule_wait = rule, wait end
  local left = most - used - weight
  if left / most < least_share then scarcest, least_share, left_of_scarcest = rule, left / most, left end
end

for hash = 1, hashes do
  local h = hash <= own_hashes and hashes_from + hash or hash - own_hashes
  local values = heads[h]
  for field = 2, sizes[hash] do
    local kind, weight, most, span = spec[cursor], spec[cursor + 1], spec[cursor + 2], spec[cursor + 3]
    local extra, value, wait, left = spec[cursor + 4], values[field], 0, nil
    rule, last_fresh, cursor = rule + 1, last_fresh + 1, cursor + 5
    if kind == 0 then
      local full, per_call = now, span / most
      if value then
        full = unpack_numbers('<d', value)
        if full < now then full = now end
      end
      full = full + weight * per_call
      fresh[last_fresh] = pack('<d', full)
      left, most = extra - (full - now) / per_call, extra
      -- Sums of fractions stray a little.
      local beyond = full - extra * per_call - now - 0.001
      if beyond > 0 then wait = math.ceil(beyond) end
    elseif kind == 1 then
      local taken, unit = 0, -1
      if value then taken, unit = unpack_numbers('<dd', value) end
      local begins = unit * span - beijing_ms
      if now < begins or now >= begins + span then taken, unit = 0, math.floor((now + beijing_ms) / span) end
      taken = taken + weight
      fresh[last_fresh], left = pack('<dd', taken, unit), most - taken
      if left < 0 then wait = (unit + 1) * span - beijing_ms - now end
    else
      -- Slots, and all that is split. As long as its slot lasts and none is too old, the tally stands as it is.
      local total, first, last, slot, here = 0, 0, -1, -1, 0
      if value then total, first, last, slot, here = unpack_numbers('<ddddd', value) end
      local width, moment, from = extra, now, 0
      if kind == 4 then
        width, from = span, beijing_ms
      elseif kind == 3 or kind == 6 then
        moment, is_held = now + hold, true
      end
      local begins, columns, asker, part, ceiling = slot * width - from, 0, nil, nil, nil
      if kind > 3 then
        columns, asker, part, ceiling = spec[cursor], spec[cursor + 1], spec[cursor + 2], spec[cursor + 3]
      end
      if moment < begins or moment >= begins + width or (first <= last and (first + 1) * width <= now - span) then
        local unit, counted = math.floor((moment + from) / width), math.floor((now - span) / width)
        value = run:need('turns').turn(h, field, spec[run.names[hash] + field], kind, columns, unit, counted)
        total, first, last, slot, here = unpack_numbers('<ddddd', value)
      end
      total = total + weight
      left = most - total
      if kind < 4 then
        fresh[last_fresh] = pack('<ddddd', total, first, last, slot, here + weight)
        if left < 0 then wait = run:need('waits').wait_for_slots(hash, field, most - weight, span) end
      else
        local column, draw = head_bytes + (asker - 1) * column_bytes + 1, 1
        local used, here = unpack_numbers('<dd', value, column)
        used = used + weight
        if total > ceiling or used > part then
          wait, draw = run:need('waits').ask_split(hash, field, splits + 1, cursor - 5)
        end
        if draw and draw > freest then freest, freest_rule = draw, rule end
        fresh[last_fresh] = pack('<dc0ddddc0', total, sub(value, 9, column - 1), used, here + weight, now, 0,
          sub(value, column + column_bytes))
        splits, cursor = splits + 1, cursor + 4
        if wait > 0 then
          refused = refused or {}
          refused[splits] = true
        end
      end
    end
    if wait > rule_wait then last_rule, rule_wait = rule, wait end
    if left / most < least_share then scarcest, least_share, left_of_scarcest = rule, left / most, left end
  end
end
