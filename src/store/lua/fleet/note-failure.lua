-- Opens the circuit breaker of an upstream, unless another process got a response since the first failure. A failed
-- probe doubles the time until the next one.
-- KEYS: as in the include
-- ARGV: 3 the process's token, 4 ms since the first failure, 5 the last failure, 6 ms since the last response to this
-- process (-1: never); 1 and 2 as in the include
-- Reply: the state
--- @include "circuit-breaker"
if not isOpen then
  local since = now - tonumber(ARGV[4])
  local before = answered()
  if before > since then return {} end
  if tonumber(ARGV[6]) >= 0 then before = math.max(before, now - tonumber(ARGV[6])) end
  redis.call('del', KEYS[1])
  redis.call('hset', KEYS[1], 'since', text(since), 'answered', text(before))
  isOpen = true
  openBreaker(1, ARGV[5], since)
elseif get('probe') == ARGV[3] then
  openBreaker(number('tries') + 1, ARGV[5], number('probe-until') - probeMs)
end
return state(0)
