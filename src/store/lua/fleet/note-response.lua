-- Records that an upstream responds, and ends its closure.
-- KEYS: as in the include
-- ARGV: as in the include
-- Reply: an empty list
--- @include "closure"
local answeredKeptMs = 86400000
redis.call('set', KEYS[2], text(now), 'PX', answeredKeptMs)
if isClosed then
  redis.call('del', KEYS[1])
  announce()
end
return {}
