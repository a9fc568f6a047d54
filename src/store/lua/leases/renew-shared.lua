-- Renews a job's share in its products, as long as it has all of them.
-- KEYS: each product's jobs
-- ARGV: 1 the job, 2 the duration of a lease in ms
-- Reply: 1 renewed, 0 lost
for at = 1, #KEYS do
  if redis.call('sismember', KEYS[at], ARGV[1]) == 0 then return 0 end
  redis.call('pexpire', KEYS[at], ARGV[2])
end
return 1
