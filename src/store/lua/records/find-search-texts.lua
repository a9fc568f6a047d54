-- Searches one part of the texts for records that contain all words. Redis executes nothing else in the meantime, so a
-- caller searches in many parts. A word of digits may also be a part of the record's GTIN.
-- KEYS: 1 the texts
-- ARGV: 1 the cursor of HSCAN, 2 about how many fields to read, 3 the most matches, or `products` for all matching
-- products, then the words
-- Reply: the next cursor, then id and text of each match, or the GTIN of each product
local function contains(text, from)
  for word = 4, #ARGV do
    local isNumber = string.find(ARGV[word], '^%d+$')
    if not string.find(text, ARGV[word], isNumber and 1 or from, true) then
      return false
    end
  end
  return true
end

local page = redis.call('hscan', KEYS[1], ARGV[1], 'COUNT', ARGV[2])
local most = tonumber(ARGV[3])
local last
local found = { page[1] }
for i = 2, #page[2], 2 do
  if contains(page[2][i], 1) then
    for id, text in string.gmatch(page[2][i], '\r([^\r\n]*)(\n[^\r]*)') do
      local gtin = not most and string.match(id, '^[^/]*')
      if gtin and gtin == last then
        -- Another language of this product matches.
      elseif contains(id .. text, #id + 1) then
        last = gtin
        found[#found + 1] = gtin or id
        if most then
          found[#found + 1] = text
          if #found > 2 * most then
            return found
          end
        end
      end
    end
  end
end
return found
