-- Tells the time line of one endpoint.
--
-- KEYS   the time line
-- ARGV   1 width of an entry, 2 milliseconds that it goes back
-- answer {entry, its numbers as text, …}

--@include clock
--@include time-line

local entry_ms = tonumber(ARGV[1])
local entry = floor(now / entry_ms)
return read_entries(KEYS[1], entry - ARGV[2] / entry_ms + 1, entry)
