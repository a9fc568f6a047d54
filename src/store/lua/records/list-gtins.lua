-- Lists the records of a language as few long texts, because a client takes ten times as long to read many short ones.
-- KEYS: 1 the heads, 2 the retired ones, 3 the misses, 4 the outdated ones
-- ARGV: none
-- Reply: for each key its GTINs, separated by spaces
return {
  table.concat(redis.call('hkeys', KEYS[1]), ' '),
  table.concat(redis.call('smembers', KEYS[2]), ' '),
  table.concat(redis.call('hkeys', KEYS[3]), ' '),
  table.concat(redis.call('smembers', KEYS[4]), ' ')
}
