-- Allows the next call to an upstream that does not respond.
-- KEYS: as in the include
-- ARGV: as in the include
-- Reply: the state
--- @include "circuit-breaker"
if isOpen and number('retry') > now and not isProbed() then
  redis.call('hset', KEYS[1], 'retry', text(now))
  announce()
end
return state(0)
