-- A tally is one field of a hash: what all have taken, the first and the last slot that has a field of its own, the slot
-- that stands here, and what of the total stands in this slot. Where groups share it, per column instead of the latter:
-- what it has taken, what of that stands in this slot, when the group asked last, and when it was refused without having
-- been served since. For a calendar unit its number stands in the place of the slot.
local head_bytes, column_bytes, slots_per_window = 32, 32, 120
