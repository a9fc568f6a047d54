-- Searches one part of a hash for values that contain all words. Redis executes nothing else in the meantime, so a caller
-- searches a large hash in many parts.
-- KEYS: 1 a hash
-- ARGV: 1 the cursor of HSCAN, 2 about how many fields to read, 3 the most matches, then the words
-- Reply: the next cursor, then field and value of each match
local page = redis.call('hscan', KEYS[1], ARGV[1], 'COUNT', ARGV[2])
local most = tonumber(ARGV[3])
local found = { page[1] }
for i = 1, #page[2], 2 do
  local text = page[2][i + 1]
  local fits = true
  for word = 4, #ARGV do
    if not string.find(text, ARGV[word], 1, true) then
      fits = false
      break
    end
  end
  if fits then
    found[#found + 1] = page[2][i]
    found[#found + 1] = text
    if #found > 2 * most then
      break
    end
  end
end
return found
