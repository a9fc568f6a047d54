-- Removes a job from its products.
-- KEYS: each product's jobs
-- ARGV: 1 the job
-- Reply: 1
for at = 1, #KEYS do redis.call('srem', KEYS[at], ARGV[1]) end
return 1
