-- Releases the leases of a product run, including waiting ones.
-- KEYS: 1 the holders, then each product's lease
-- ARGV: 1 the run
-- Reply: 1
for at = 2, #KEYS do
  local holder = redis.call('get', KEYS[at])
  if holder == ARGV[1] or holder == ARGV[1] .. ' waits' then redis.call('del', KEYS[at]) end
end
redis.call('zrem', KEYS[1], ARGV[1])
return 1
