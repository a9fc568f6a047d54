-- Saves products as members of their families in one language. Marks the links of each product that changed, and those
-- of another member of the family that it left.
-- KEYS: 1 the members, 2 their order by family, 3 the products with stale links
-- ARGV: for each product: GTIN, family or '' for none, the member (JSON)
-- Reply: none
local function familyOf(text)
  local ok, value = pcall(cjson.decode, text or '')
  return ok and type(value) == 'table' and type(value.family) == 'string' and value.family or ''
end
for i = 1, #ARGV, 3 do
  local gtin, family, member = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  local stored = redis.call('hget', KEYS[1], gtin)
  local before = familyOf(stored)
  if before ~= family and before ~= '' then
    redis.call('zrem', KEYS[2], before .. '/' .. gtin)
    local left = redis.call('zrangebylex', KEYS[2], '[' .. before .. '/', '(' .. before .. '0', 'LIMIT', 0, 1)
    if left[1] then redis.call('sadd', KEYS[3], string.sub(left[1], #before + 2)) end
  end
  if family ~= '' then
    redis.call('hset', KEYS[1], gtin, member)
    redis.call('zadd', KEYS[2], 0, family .. '/' .. gtin)
  else
    redis.call('hdel', KEYS[1], gtin)
  end
  if (stored or '') ~= (family ~= '' and member or '') then redis.call('sadd', KEYS[3], gtin) end
end
