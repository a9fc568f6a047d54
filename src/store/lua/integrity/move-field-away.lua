-- Moves a field to the damaged values if it is unchanged since it was read, together with fields of other hashes that are
-- useless without it.
-- KEYS: 1 the damaged values, 2 the hash, then the other hashes
-- ARGV: 1 the name of the field, 2 the value that was read
-- Reply: 1 moved, 0 if the value has changed
if redis.call('hget', KEYS[2], ARGV[1]) ~= ARGV[2] then return 0 end
for i = 2, #KEYS do
  local value = redis.call('hget', KEYS[i], ARGV[1])
  if value then
    redis.call('hset', KEYS[1], KEYS[i] .. ' ' .. ARGV[1], value)
    redis.call('hdel', KEYS[i], ARGV[1])
  end
end
return 1
