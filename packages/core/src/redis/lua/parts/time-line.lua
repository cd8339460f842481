-- A time line is a hash: number of the entry -> calls, limited, failed, milliseconds, as text.
local function read_entries(key, first, last)
  local fields, answer = {}, {}
  for entry = first, last do fields[#fields + 1] = string.format('%.0f', entry) end
  for i, value in ipairs(redis.call('HMGET', key, unpack(fields))) do
    if value then
      answer[#answer + 1] = fields[i]
      answer[#answer + 1] = value
    end
  end
  return answer
end
