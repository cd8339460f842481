-- Remembers that a group asked, and whether it was refused.
local function mark_ask(hash, field, asker, is_refused)
  local value, from = value_at(hash, field), head_bytes + (asker - 1) * column_bytes + 1
  local used, here, _, refused = struct.unpack('<dddd', value, from)
  change(hash_at(hash), field, string.sub(value, 1, from - 1)
    .. struct.pack('<dddd', used, here, now, is_refused and now or refused) .. string.sub(value, from + column_bytes))
end

-- Split rules are counted as they come; `refused` says which of them refused.
local function mark_asks(refused)
  local spec = run.spec
  local shared_logs, own_logs, shared_hashes, own_hashes = unpack(spec, 3, 6)
  local cursor, split = run.rules_from + (shared_logs + own_logs) * 4, 0
  for hash = 1, shared_hashes + own_hashes do
    for field = 2, run.sizes[hash] do
      local is_split = spec[cursor] > 3
      if is_split then
        split = split + 1
        mark_ask(hash, field, spec[cursor + 6], refused and refused[split])
      end
      cursor = cursor + (is_split and 9 or 5)
    end
  end
end
