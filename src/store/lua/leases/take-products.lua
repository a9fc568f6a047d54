-- Takes the products of a product run. A waiting lease keeps further jobs from the product, so that it is free when the
-- current ones end.
-- KEYS: 1 the lease of the whole mirror, 2 the holders, then each product's lease and each product's jobs
-- ARGV: 1 the run, 2 the duration of a lease in ms
-- Reply: 0 waits, 1 taken, 2 had before
--- @include "now-ms"
--- @include "find-lease"
local waiting = ARGV[1] .. ' waits'
local last = 2 + (#KEYS - 2) / 2
local kept, claimed = 0, 0
for at = 3, last do
  local holder = findLease(KEYS[at], 'string')
  if holder == ARGV[1] then
    kept = kept + 1
  elseif holder == waiting then
    claimed = claimed + 1
  elseif holder then
    return 0
  end
end
local isKept = kept == last - 2
if not isKept and claimed == 0 and findLease(KEYS[1], 'string') then return 0 end
local busy = false
for at = last + 1, #KEYS do
  if findLease(KEYS[at], 'set') then busy = true end
end
for at = 3, last do
  redis.call('set', KEYS[at], (busy and not isKept) and waiting or ARGV[1], 'PX', ARGV[2])
end
redis.call('zadd', KEYS[2], nowMs() + ARGV[2], ARGV[1])
if isKept then return 2 end
return busy and 0 or 1
