-- Replaces or removes fields of a hash that are unchanged since they were read.
-- KEYS: 1 the hash
-- ARGV: for each field: its name, the value that was read ('' for none), and the new value ('' to remove the field)
-- Reply: the number of unchanged fields
--- @include "hash-fields"
local stored, changes, unchanged = getFields(KEYS[1], argumentsFrom(1, 3)), {}, 0
for i = 1, #ARGV, 3 do
  local field, value = ARGV[i], ARGV[i + 2]
  if (stored[field] or '') == ARGV[i + 1] then
    stored[field] = value
    if value == '' then changes[field] = false else changes[field] = value end
    unchanged = unchanged + 1
  end
end
changeFields(KEYS[1], changes)
return unchanged
