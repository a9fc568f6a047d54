-- Stores the versions of formats. Versions only grow: an older process must not lower the version that a newer one has
-- stored.
-- KEYS: 1 the formats
-- ARGV: for each format: its name and version
-- Reply: none
for i = 1, #ARGV, 2 do
  local before = tonumber(redis.call('hget', KEYS[1], ARGV[i]) or '0')
  if before < tonumber(ARGV[i + 1]) then redis.call('hset', KEYS[1], ARGV[i], ARGV[i + 1]) end
end
