-- Changes a run that is in one of some states, with its lock and plan.
-- KEYS: 1 the run, 2 the lock, 3 the waiting runs, 4 the active product runs, then the keys of the plan
-- ARGV: 1 the states as one JSON array, so that a quoted state matches only as a whole; 2 `none`, or `waits` or `ends` if
-- the run leaves the active ones; 3 the run's id; 4 the lifetime of a waiting plan in s; then the changed fields with
-- their values
-- Reply: 1 changed, 0 if the run does not exist or is in another state
local state = redis.call('hget', KEYS[1], 'state')
if not state or not string.find(ARGV[1], state, 1, true) then return 0 end
redis.call('hset', KEYS[1], unpack(ARGV, 5))
if ARGV[2] == 'none' then return 1 end
if redis.call('get', KEYS[2]) == ARGV[3] then redis.call('del', KEYS[2]) end
redis.call(ARGV[2] == 'waits' and 'sadd' or 'srem', KEYS[3], ARGV[3])
redis.call('srem', KEYS[4], ARGV[3])
for i = 5, #KEYS do
  if ARGV[2] == 'ends' then redis.call('unlink', KEYS[i]) else redis.call('expire', KEYS[i], ARGV[4]) end
end
return 1
