-- Makes a process the one that tries the upstream, if it is time to and no other process does.
-- KEYS: as in the include
-- ARGV: 3 the process's token; 1 and 2 as in the include
-- Reply: the state, with an eighth value 1 if this process may try the upstream now
--- @include "circuit-breaker"
if not isOpen or retryAt() > now then return state(0) end
if isProbed() then return state(1) end
redis.call('hset', KEYS[1], 'since', text(outageSince()), 'probe', ARGV[3], 'probe-until', text(now + probeMs))
redis.call('pexpire', KEYS[1], ARGV[2])
local reply = state(0)
reply[8] = 1
return reply
