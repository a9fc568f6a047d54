-- Stores a product run, in parallel with the run that has the lock.
-- KEYS: 1 the lock, 2 the run, 3 the runs by time, 4 the active product runs
-- ARGV: 1 the run's id, 2 its time in ms, 3 the holder of the lock that was read ('' for none), then its fields with
-- their values
-- Reply: 1 begun, 0 if the lock has another holder
if (redis.call('get', KEYS[1]) or '') ~= ARGV[3] then return 0 end
redis.call('sadd', KEYS[4], ARGV[1])
redis.call('hset', KEYS[2], unpack(ARGV, 4))
-- The clock may have been ahead when the last run started: this one is newer all the same.
local newest = redis.call('zrevrange', KEYS[3], 0, 0, 'WITHSCORES')[2]
redis.call('zadd', KEYS[3], math.max(ARGV[2], (newest or 0) + 1), ARGV[1])
return 1
