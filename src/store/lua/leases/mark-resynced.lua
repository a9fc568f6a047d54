-- Marks records as synced by a run, for the plans that are now outdated: a product run outdates the plan of the run with
-- the lock, and every run outdates waiting plans. Marks are removed with their plan.
-- KEYS: 1 the active product runs, 2 the run with the lock, 3 the waiting runs
-- ARGV: 1 the run, 2 the key of a run's marks with `*` for the id of that run, 3 the same for its plan, 4 the mark, 5 `nx`
-- if it must not replace another mark, then the records.
-- These keys depend on KEYS; in a cluster, all keys of a mirror are in one slot.
-- Reply: 1
--- @include "hash-fields"
local by = ARGV[1]
local records = argumentsFrom(6, 1)
local function mark(id, waits)
  if not id or id == by then return end
  local left = redis.call('pttl', (ARGV[3]:gsub('*', id)))
  if waits and left == -2 then return end
  local marks = ARGV[2]:gsub('*', id)
  local known, changes = ARGV[5] == 'nx' and getFields(marks, records) or {}, {}
  for _, record in ipairs(records) do
    if not known[record] then changes[record] = ARGV[4] end
  end
  changeFields(marks, changes)
  if left > 0 then redis.call('pexpire', marks, math.max(1, math.ceil(left))) end
end
if redis.call('sismember', KEYS[1], by) == 1 then mark(redis.call('get', KEYS[2]), false) end
for _, id in ipairs(redis.call('smembers', KEYS[3])) do mark(id, true) end
return 1
