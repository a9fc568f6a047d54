-- Takes the lock for a waiting run, changes it and keeps its plan.
-- KEYS: 1 the lock, 2 the run, 3 the waiting runs, 4 the active product runs, then the keys of the plan
-- ARGV: 1 the run's id, then its changed fields with their values
-- Reply: 1 resumed, 0 if it is not waiting, the lock is held, or product runs are active and this run is not a sync
local state = redis.call('hget', KEYS[2], 'state')
if state ~= '"held"' and state ~= '"planned"' then return 0 end
local kind = redis.call('hget', KEYS[2], 'kind')
if kind ~= '"sync"' and kind ~= '"plan"' and redis.call('scard', KEYS[4]) > 0 then return 0 end
if not redis.call('set', KEYS[1], ARGV[1], 'NX') then return 0 end
redis.call('hset', KEYS[2], unpack(ARGV, 2))
redis.call('srem', KEYS[3], ARGV[1])
for i = 5, #KEYS do redis.call('persist', KEYS[i]) end
return 1
