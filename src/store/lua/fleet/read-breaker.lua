-- Reads the state of an upstream.
-- KEYS: as in the include
-- ARGV: as in the include
-- Reply: the state
--- @include "circuit-breaker"
local isTried = 0
if isOpen and isProbed() then isTried = 1 end
return state(isTried)
