-- Replaces or removes fields of a hash that are unchanged since they were read.
-- KEYS: 1 the hash
-- ARGV: for each field: its name, the value that was read ('' for none), and the new value ('' to remove the field)
-- Reply: the number of unchanged fields
local unchanged = 0
for i = 1, #ARGV, 3 do
  if (redis.call('hget', KEYS[1], ARGV[i]) or '') == ARGV[i + 1] then
    if ARGV[i + 2] == '' then
      redis.call('hdel', KEYS[1], ARGV[i])
    else
      redis.call('hset', KEYS[1], ARGV[i], ARGV[i + 2])
    end
    unchanged = unchanged + 1
  end
end
return unchanged
