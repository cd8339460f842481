-- Hears that calls have ended.
local function hear_of_ends(words)
  local at = 1
  run.changed_logs = run.changed_logs or {}
  while words[at] do
    if words[at] == 0 then
      local log = log_at(words[at + 1])
      local ended = strings[log] and end_in_log(strings[log], '\1' .. words[at + 2], words[at + 3])
      if ended ~= strings[log] then strings[log], run.changed_logs[log] = ended, true end
      at = at + 4
    elseif words[at] == 1 then
      local hash, field = words[at + 1], words[at + 2]
      local before = value_at(hash, field)
      local ended = before and end_in_slots(before, hash_key(hash), field_name(hash, field), words, at + 3)
      if ended ~= before then change(hash_at(hash), field, ended) end
      at = at + 8
    else
      redis.call('ZREM', KEYS[run.hashes_behind + run.all_hashes + words[at + 1]], words[at + 2])
      at = at + 3
    end
  end
end
