-- Takes the products of a product run. A waiting lease keeps further jobs from the product, so that it is free when the
-- current ones end.
-- KEYS: 1 the lease of the whole mirror, 2 the holders, 3 the jobs with leases, then each product's lease
-- ARGV: 1 the run, 2 the duration of a lease in ms, 3 the key of a job's lease without the job, then each product
-- The leases of jobs depend on KEYS; in a cluster, all keys of a mirror are in one slot.
-- Reply: 0 waits, 1 taken, 2 had before
--- @include "now-ms"
--- @include "find-lease"
local waiting = ARGV[1] .. ' waits'
local kept, claimed = 0, 0
for at = 4, #KEYS do
  local holder = findLease(KEYS[at], 'string')
  if holder == ARGV[1] then
    kept = kept + 1
  elseif holder == waiting then
    claimed = claimed + 1
  elseif holder then
    return 0
  end
end
local isKept = kept == #KEYS - 3
if not isKept and claimed == 0 and findLease(KEYS[1], 'string') then return 0 end
local busy = false
local jobs = redis.pcall('smembers', KEYS[3])
for _, job in ipairs(jobs) do
  local shared = findLease(ARGV[3] .. job, 'string')
  if not shared then redis.call('srem', KEYS[3], job) end
  for at = 4, #ARGV do
    if shared and string.find(shared, ' ' .. ARGV[at] .. ' ', 1, true) then busy = true end
  end
end
for at = 4, #KEYS do
  redis.call('set', KEYS[at], (busy and not isKept) and waiting or ARGV[1], 'PX', ARGV[2])
end
redis.call('zadd', KEYS[2], nowMs() + ARGV[2], ARGV[1])
if isKept then return 2 end
return busy and 0 or 1
