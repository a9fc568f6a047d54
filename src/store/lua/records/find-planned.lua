-- Finds records with an unacknowledged change, without a reply that contains the change.
-- KEYS: 1 the plan
-- ARGV: the record ids
-- Reply: a list with 1 for each planned record, and 0 for the others
--- @include "hash-fields"
local planned, reply = getFields(KEYS[1], ARGV), {}
for at, id in ipairs(ARGV) do reply[at] = planned[id] and 1 or 0 end
return reply
