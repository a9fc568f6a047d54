-- Renews a lease that the job still has.
-- KEYS: 1 the lease
-- ARGV: 1 the job, 2 the duration of a lease in ms
-- Reply: 1 renewed, 0 lost
if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('pexpire', KEYS[1], ARGV[2])
