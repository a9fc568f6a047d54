-- Sets fields of a hash, each to its rank and value, unless a lower rank is stored. Compares bytes, because Lua compares
-- strings by the machine's locale.
-- KEYS: 1 the hash
-- ARGV: for each field: its name, rank and value
-- Reply: none
local function isBefore(a, b)
  for at = 1, math.min(#a, #b) do
    if a:byte(at) ~= b:byte(at) then return a:byte(at) < b:byte(at) end
  end
  return #a < #b
end
for at = 1, #ARGV, 3 do
  local stored = redis.call('hget', KEYS[1], ARGV[at])
  if not stored or isBefore(ARGV[at + 1], stored) then
    redis.call('hset', KEYS[1], ARGV[at], ARGV[at + 1] .. ARGV[at + 2])
  end
end
