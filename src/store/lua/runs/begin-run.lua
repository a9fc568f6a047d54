-- Takes the lock and stores a run.
-- KEYS: 1 the lock, 2 the run, 3 the runs by time, 4 the active product runs
-- ARGV: 1 the run's id, 2 its time in ms, 3 `alone` if no product run may be active, then its fields with their values
-- Reply: 1 begun, 0 if another run has the lock or a product run is active
if ARGV[3] == 'alone' and redis.call('scard', KEYS[4]) > 0 then return 0 end
if not redis.call('set', KEYS[1], ARGV[1], 'NX') then return 0 end
redis.call('hset', KEYS[2], unpack(ARGV, 4))
-- The clock may have been ahead when the last run started: this one is newer all the same.
local newest = redis.call('zrevrange', KEYS[3], 0, 0, 'WITHSCORES')[2]
redis.call('zadd', KEYS[3], math.max(ARGV[2], (newest or 0) + 1), ARGV[1])
return 1
