-- Ends the probe of a process without a result, so that another call may be the next probe.
-- KEYS: as in the include
-- ARGV: 3 the process's token; 1 and 2 as in the include
-- Reply: the state
--- @include "circuit-breaker"
if isOpen and get('probe') == ARGV[3] then redis.call('hdel', KEYS[1], 'probe', 'probe-until') end
return state(0)
