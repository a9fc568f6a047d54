-- Releases the lease of a job on products, unless another try of the job has replaced it.
-- KEYS: 1 the job's lease, 2 the jobs with leases
-- ARGV: 1 the job, 2 the token of the lease, or '' for any
-- Reply: 1
if ARGV[2] ~= '' then
  local held = redis.call('get', KEYS[1])
  if held and string.sub(held, 1, #ARGV[2] + 1) ~= ARGV[2] .. ' ' then return 1 end
end
redis.call('del', KEYS[1])
redis.pcall('srem', KEYS[2], ARGV[1])
return 1
