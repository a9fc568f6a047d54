-- Lets a job of the active run process the products that no product run has or waits for. An earlier lease of the job ends.
-- KEYS: 1 the job's lease, 2 the jobs with leases, then each product's lease
-- ARGV: 1 the job, 2 the duration of a lease in ms, 3 the token of the lease, then each product
-- Reply: a list with 1 for each product that the job may process, and 0 for the others
--- @include "find-lease"
local held = redis.call('mget', unpack(KEYS, 3))
local free, products = {}, {}
for at = 1, #held do
  local isFree = not held[at] or not findLease(KEYS[at + 2], 'string')
  free[at] = isFree and 1 or 0
  if isFree then products[#products + 1] = ARGV[at + 3] end
end
if #products == 0 then
  redis.call('del', KEYS[1])
  redis.pcall('srem', KEYS[2], ARGV[1])
  return free
end
redis.call('set', KEYS[1], ARGV[3] .. ' ' .. table.concat(products, ' ') .. ' ', 'PX', ARGV[2])
if type(redis.pcall('sadd', KEYS[2], ARGV[1])) == 'table' then
  -- A key of another type would block every job.
  redis.call('rename', KEYS[2], KEYS[2] .. ':moved-away')
  redis.call('sadd', KEYS[2], ARGV[1])
end
redis.call('pexpire', KEYS[2], ARGV[2])
return free
