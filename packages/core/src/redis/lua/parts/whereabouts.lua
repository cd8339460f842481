-- Where that stands which belongs to the admission in hand.

local function log_at(log)
  local shared_doors, own_doors, _, own_logs = unpack(run.spec, 1, 4)
  return log <= own_logs and run.own_from + own_doors + log or 1 + shared_doors + log - own_logs
end

local function hash_at(hash)
  local own_hashes = run.spec[6]
  return hash <= own_hashes and run.hashes_from + hash or hash - own_hashes
end

local function hash_key(hash)
  return KEYS[run.hashes_behind + hash_at(hash)]
end

local function field_name(hash, field)
  return run.spec[run.names[hash] + field]
end

local function value_at(hash, field)
  return heads[hash_at(hash)][field]
end
