-- Sets fields of a hash, each to its rank and value, unless a lower rank is stored. Compares bytes, because Lua compares
-- strings by the machine's locale.
-- KEYS: 1 the hash
-- ARGV: for each field: its name, rank and value
-- Reply: none
--- @include "hash-fields"
local function isBefore(a, b)
  for at = 1, math.min(#a, #b) do
    if a:byte(at) ~= b:byte(at) then return a:byte(at) < b:byte(at) end
  end
  return #a < #b
end
local known, changes = getFields(KEYS[1], argumentsFrom(1, 3)), {}
for at = 1, #ARGV, 3 do
  local field, stored = ARGV[at], known[ARGV[at]]
  if not stored or isBefore(ARGV[at + 1], stored) then
    known[field] = ARGV[at + 1] .. ARGV[at + 2]
    changes[field] = known[field]
  end
end
changeFields(KEYS[1], changes)
