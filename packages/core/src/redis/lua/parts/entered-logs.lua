-- Of the logs that admissions were entered in: how long they have to stay. And which logs were not there before.
local log_ms, fresh_logs = {}, {}

local function enter_into_log(at, value, ms)
  if not strings[at] then fresh_logs[at] = true end
  strings[at], log_ms[at] = value, max(log_ms[at] or 0, ms)
end

local function write_logs()
  for at, ms in pairs(log_ms) do
    if fresh_logs[at] then
      redis.call('SET', KEYS[at], strings[at], 'PX', ms)
    else
      write_log(KEYS[at], strings[at], ms)
    end
  end
  -- Ends have been heard of, and nobody was entered.
  for at in pairs(run.changed_logs or {}) do
    if not log_ms[at] then redis.call('SET', KEYS[at], strings[at], 'KEEPTTL') end
  end
end
