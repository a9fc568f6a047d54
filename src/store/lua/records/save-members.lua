-- Saves products as members of their families in one language. Marks the links of each product that changed, and those
-- of another member of the family that it left.
-- KEYS: 1 the members, 2 their order by family, 3 the products with stale links
-- ARGV: for each product: GTIN, family or '' for none, the member (JSON)
-- Reply: none
--- @include "hash-fields"
local function familyOf(text)
  local ok, value = pcall(cjson.decode, text or '')
  return ok and type(value) == 'table' and type(value.family) == 'string' and value.family or ''
end
local members, changes = getFields(KEYS[1], argumentsFrom(1, 3)), {}
local order, marked = {}, {}
for i = 1, #ARGV, 3 do
  local gtin, family = ARGV[i], ARGV[i + 1]
  local stored = members[gtin]
  local member = family ~= '' and ARGV[i + 2] or nil
  local before = familyOf(stored)
  if before ~= family and before ~= '' then
    redis.call('zrem', KEYS[2], before .. '/' .. gtin)
    local left = redis.call('zrangebylex', KEYS[2], '[' .. before .. '/', '(' .. before .. '0', 'LIMIT', 0, 1)
    if left[1] then marked[#marked + 1] = string.sub(left[1], #before + 2) end
  end
  if member then
    order[#order + 1] = 0
    order[#order + 1] = family .. '/' .. gtin
  end
  if stored ~= member then
    members[gtin] = member
    changes[gtin] = member or false
    marked[#marked + 1] = gtin
  end
end
changeFields(KEYS[1], changes)
callInParts('zadd', KEYS[2], order)
callInParts('sadd', KEYS[3], marked)
