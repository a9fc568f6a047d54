-- Adds a job of the active run to the products that no product run has or waits for.
-- KEYS: each product's lease, then each product's jobs
-- ARGV: 1 the job, 2 the duration of a lease in ms
-- Reply: a list with 1 for each product that the job may process, and 0 for the others
--- @include "find-lease"
local count = #KEYS / 2
local free = {}
for at = 1, count do
  local isBusy = findLease(KEYS[count + at], 'set')
  if findLease(KEYS[at], 'string') then
    if isBusy then redis.call('srem', KEYS[count + at], ARGV[1]) end
    free[at] = 0
  else
    redis.call('sadd', KEYS[count + at], ARGV[1])
    redis.call('pexpire', KEYS[count + at], ARGV[2])
    free[at] = 1
  end
end
return free
