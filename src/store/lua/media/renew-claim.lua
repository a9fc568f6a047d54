-- Renews a claim that still exists.
-- KEYS: 1 the claims
-- ARGV: 1 the file's hash, 2 the current time in ms
-- Reply: none
if redis.call('hexists', KEYS[1], ARGV[1]) == 1 then redis.call('hset', KEYS[1], ARGV[1], ARGV[2]) end
