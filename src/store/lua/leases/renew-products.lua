-- Renews the leases of a product run, if it still has all of them.
-- KEYS: 1 the holders, then each product's lease
-- ARGV: 1 the run, 2 the duration of a lease in ms
-- Reply: 1 renewed, 0 lost
--- @include "now-ms"
for at = 2, #KEYS do
  if redis.call('get', KEYS[at]) ~= ARGV[1] then return 0 end
end
for at = 2, #KEYS do redis.call('pexpire', KEYS[at], ARGV[2]) end
redis.call('zadd', KEYS[1], nowMs() + ARGV[2], ARGV[1])
return 1
