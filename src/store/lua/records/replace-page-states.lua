-- Sets or removes the states that editors gave to pages. Marks links and listings if a page became hidden or visible, and
-- keeps `since` of an unchanged state.
-- KEYS: 1 the states, 2 the products with stale links, 3 the languages with stale listings
-- ARGV: for each page: record id, product, language, and the state (JSON) or '' for none
-- Reply: none
--- @include "hash-fields"
local function parse(text)
  local ok, value = pcall(cjson.decode, text)
  return ok and type(value) == 'table' and value or {}
end
local function withdrawn(value) return value.state ~= nil and value.state ~= 'edited' end
local states, changes = getFields(KEYS[1], argumentsFrom(1, 4)), {}
for i = 1, #ARGV, 4 do
  local id, text = ARGV[i], ARGV[i + 3]
  local stored = states[id]
  if stored or text ~= '' then
    local before, now = parse(stored or ''), parse(text)
    if before.state == now.state and before.pageId == now.pageId and type(before.since) == 'string' then
      text = string.gsub(text, '"since":"[^"]*"', '"since":"' .. string.gsub(before.since, '%%', '') .. '"')
    end
    states[id] = text ~= '' and text or nil
    changes[id] = text ~= '' and text
    if withdrawn(before) ~= withdrawn(now) then
      redis.call('sadd', KEYS[2], ARGV[i + 1])
      redis.call('hincrby', KEYS[3], ARGV[i + 2], 1)
    end
  end
end
changeFields(KEYS[1], changes)
