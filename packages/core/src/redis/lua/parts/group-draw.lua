-- What a group may draw on in a split rule; rate-limit/counters/group-draw.ts reckons alike. `ask.groups` holds four numbers
-- per group: max, priority, burst, overdraft.

local function total_of(used)
  local total = 0
  for _, taken in ipairs(used) do total = total + taken end
  return total
end

local function used_of(tally)
  local used = {}
  for i, column in ipairs(tally.columns) do used[i] = column.used end
  return used
end

-- What of the other groups' parts nobody may borrow: of an idle one a hundredth of the whole stays for when it wakes up.
local function kept_for_others(ask, used, moment, passed)
  local kept = 0
  for i = 1, #used do
    if i ~= ask.asker then
      local part = ask.groups[i * 4 - 3]
      local unused = max(0, part - used[i])
      if moment >= ask.tally.columns[i].asked + ask.busy then
        unused = min(unused, max(min(part, ceil(ask.max / 100)), part * (1 - passed)))
      end
      kept = kept + unused
    end
  end
  return kept
end

-- Whether a group of higher priority was refused lately and not served since.
local function is_outranked(ask, moment)
  for i, column in ipairs(ask.tally.columns) do
    local is_hungry = column.refused > 0 and moment < column.refused + ask.busy
    if is_hungry and ask.groups[i * 4 - 2] > ask.groups[ask.asker * 4 - 2] then return true end
  end
  return false
end

-- 1 part, 2 borrowed, 3 burst, 4 overdraft; nil: no room.
local function draw_of(ask, used, moment, passed)
  local at = ask.asker * 4
  local part, burst, overdraft = ask.groups[at - 3], ask.groups[at - 1], ask.groups[at]
  local total, own = total_of(used) + ask.weight, used[ask.asker] + ask.weight
  if total > ask.ceiling then return nil end
  if own <= part then return 1 end
  local kept = kept_for_others(ask, used, moment, passed)
  local borrowable = is_outranked(ask, moment) and 0 or ask.max - kept - (total - own)
  if own <= borrowable then return 2 end
  if total + kept > ask.ceiling then return nil end
  local beyond = own - max(part, borrowable)
  if beyond <= burst then return 3 end
  return beyond <= burst + overdraft and 4 or nil
end

-- Share of a calendar unit that has passed; 1 for windows.
local function passed_at(ask, moment)
  if not ask.ends then return 1 end
  return moment >= ask.ends and 0 or 1 - (ask.ends - moment) / ask.span
end
