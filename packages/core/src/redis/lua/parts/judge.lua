-- How long each rule in a log or a hash holds the call up, and what it holds where none does: `entered` and `grown`.

for log = 1, logs do
  local weight, most, span, from_end = numbers[cursor], numbers[cursor + 1], numbers[cursor + 2], numbers[cursor + 3]
  local used, entries, wait, later = 0, '', 0, from_end * hold
  rule, cursor = rule + 1, cursor + log_numbers
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
  for field = 2, spec[names[h]] do
    local kind, weight, most, span = numbers[cursor], numbers[cursor + 1], numbers[cursor + 2], numbers[cursor + 3]
    local wait, left = 0, nil
    rule = rule + 1
    if kind == 3 or kind == 6 then
      is_held = true
      if slots[rule] ~= slot_of(span, hold) then put_down(rule, h, field) end
    end
    local total = totals[rule] or take_up_counter(rule, h, field)
    if kind == 0 then
      local per_call = span / most
      total, most = total + weight * per_call, numbers[cursor + 4]
      left = most - (total - now) / per_call
      -- Sums of fractions stray a little.
      if left < 0 then wait = max(0, ceil(total - most * per_call - now - 0.001)) end
    else
      total = total + weight
      left = most - total
      if kind == 1 then
        if left < 0 then wait = (unit_of(span) + 1) * span - beijing_ms - now end
      elseif kind < 4 then
        if left < 0 then
          put_down(rule, h, field)
          wait = need_slow().wait_for_slots(h, field, most - weight, span)
        end
      else
        local draw = 1
        if total > numbers[cursor + 7] or columns_used[rule] + weight > numbers[cursor + 6] then
          put_down(rule, h, field)
          wait, draw = need_slow().ask_split(h, field, split / 4 + 1, cursor)
        end
        if draw and draw > freest then freest, freest_rule = draw, rule end
        splits[split + 1], splits[split + 2], splits[split + 3], splits[split + 4] = rule, h, field, wait > 0
        split = split + 4
      end
    end
    grown[rule] = total
    cursor = cursor + field_numbers
    if wait > rule_wait then last_rule, rule_wait = rule, wait end
    if left / most < least_share then scarcest, least_share, left_of_scarcest = rule, left / most, left end
  end
end
