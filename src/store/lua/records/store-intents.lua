-- Stores intents unless another try of the job has sent the record, so that its intent differs from the known one, or
-- acknowledged it, so that it is no longer in the plan.
-- KEYS: 1 the intents, 2 the run's plan
-- ARGV: for each intent: id, the known intent or '', the new intent, and '' if it need not be in the plan
-- Reply: a list with 1 for each stored intent, and 0 for the others
--- @include "hash-fields"
local ids = argumentsFrom(1, 4)
local before, planned, changes, stored = getFields(KEYS[1], ids), getFields(KEYS[2], ids), {}, {}
for i = 1, #ARGV, 4 do
  local id = ARGV[i]
  local same = (before[id] or '') == ARGV[i + 1]
  local isOpen = ARGV[i + 3] == '' or planned[id] ~= nil
  if same and isOpen then
    before[id] = ARGV[i + 2]
    changes[id] = ARGV[i + 2]
  end
  stored[#stored + 1] = (same and isOpen) and 1 or 0
end
changeFields(KEYS[1], changes)
return stored
