-- Saves searchable texts of records. Each field of the hash holds the texts of some records, because Redis searches few
-- long values much faster than many short ones.
-- KEYS: 1 the texts
-- ARGV: 1 `replace`, `keep` for texts that are known already, or `append` for another line of known texts; then for each
-- record: field, its id as `\r<id>\n`, its text, which ends with a line break
-- Reply: none
--- @include "hash-fields"
local texts, changes = getFields(KEYS[1], argumentsFrom(2, 3)), {}
for i = 2, #ARGV, 3 do
  local field, id, text = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  local stored = texts[field] or ''
  local from = string.find(stored, id, 1, true)
  local changed = stored
  if from == nil then
    if ARGV[1] ~= 'append' then
      changed = stored .. id .. text
    end
  elseif ARGV[1] ~= 'keep' then
    local to = string.find(stored, '\r', from + 1, true) or #stored + 1
    local known = string.sub(stored, from, to - 1)
    if ARGV[1] == 'replace' then
      known = id .. text
    elseif not string.find(known, '\n' .. text, 1, true) then
      known = known .. text
    end
    changed = string.sub(stored, 1, from - 1) .. known .. string.sub(stored, to)
  end
  if changed ~= stored then
    texts[field] = changed
    changes[field] = changed
  end
end
changeFields(KEYS[1], changes)
