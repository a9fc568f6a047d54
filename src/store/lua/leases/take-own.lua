-- Takes a lease that one job has at a time. With KEYS[2], the job then waits until all product runs have ended.
-- KEYS: 1 the lease, 2 optionally the holders of products
-- ARGV: 1 the job, 2 the duration of a lease in ms
-- Reply: 1 taken, 0 waits
--- @include "now-ms"
--- @include "find-lease"
local holder = findLease(KEYS[1], 'string')
if holder and holder ~= ARGV[1] then return 0 end
redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2])
if #KEYS == 1 then return 1 end
redis.call('zremrangebyscore', KEYS[2], '-inf', nowMs())
return redis.call('zcard', KEYS[2]) == 0 and 1 or 0
