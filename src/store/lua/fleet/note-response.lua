-- Records that an upstream responds, and closes its circuit breaker.
-- KEYS: as in the include
-- ARGV: as in the include
-- Reply: an empty list
--- @include "circuit-breaker"
local answeredKeptMs = 86400000
redis.call('set', KEYS[2], text(now), 'PX', answeredKeptMs)
if isOpen then
  redis.call('del', KEYS[1])
  announce()
end
return {}
