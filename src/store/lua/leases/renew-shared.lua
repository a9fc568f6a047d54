-- Renews the lease of a job on products, unless it has expired or another try of the job has replaced it.
-- KEYS: 1 the job's lease, 2 the jobs with leases
-- ARGV: 1 the job, 2 the duration of a lease in ms, 3 the token of the lease
-- Reply: 1 renewed, 0 lost
local held = redis.call('get', KEYS[1])
if not held or string.sub(held, 1, #ARGV[3] + 1) ~= ARGV[3] .. ' ' then return 0 end
redis.call('pexpire', KEYS[1], ARGV[2])
redis.call('sadd', KEYS[2], ARGV[1])
return redis.call('pexpire', KEYS[2], ARGV[2])
