-- Increments a counter. An invalid value is moved away, and counts as lost.
-- KEYS: 1 the counter
-- ARGV: 1 the lifetime of the counter in s
-- Reply: the count
local found = redis.call('type', KEYS[1]).ok
if found ~= 'none' and (found ~= 'string' or not string.match(redis.call('get', KEYS[1]), '^%d+$')) then
  redis.call('rename', KEYS[1], KEYS[1] .. ':moved-away')
end
local count = redis.call('incr', KEYS[1])
redis.call('expire', KEYS[1], ARGV[1])
return count
