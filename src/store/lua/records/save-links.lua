-- Saves snapshot heads with another link to the page, and marks the product's language links and the language's listing,
-- unless another process has changed the head.
-- KEYS: 1 the products with stale links, 2 the languages with stale listings, then the heads of each language
-- ARGV: for each record: the position of its heads in KEYS, language, product, the head that was read, the new head
-- Reply: none
for i = 1, #ARGV, 5 do
  local heads = KEYS[tonumber(ARGV[i])]
  if redis.call('hget', heads, ARGV[i + 2]) == ARGV[i + 3] then
    redis.call('hset', heads, ARGV[i + 2], ARGV[i + 4])
    redis.call('sadd', KEYS[1], ARGV[i + 2])
    redis.call('hincrby', KEYS[2], ARGV[i + 1], 1)
  end
end
