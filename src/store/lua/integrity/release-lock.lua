-- Releases the lock of a run that cannot be read, and moves the run away. Without its report a run cannot end; its jobs
-- find no report and do nothing.
-- KEYS: 1 the lock, 2 the run, 3 its new name
-- ARGV: 1 the run's id
-- Reply: 1 released, 0 if another run has the lock
if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
if redis.call('exists', KEYS[2]) == 1 then redis.call('rename', KEYS[2], KEYS[3]) end
redis.call('del', KEYS[1])
return 1
