-- Releases a lease that the job still has.
-- KEYS: 1 the lease
-- ARGV: 1 the job
-- Reply: 1 released, 0 lost before
if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('del', KEYS[1])
