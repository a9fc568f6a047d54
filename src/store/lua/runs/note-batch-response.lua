-- Records that the CMS responded to a batch, and raises the batch size after several responses in a row. One script, so
-- that processes do not overwrite each other's results.
-- KEYS: 1 the batch pace
-- ARGV: 1 the size of the batch, 2 the time of the response, 3 the largest size, 4 the responses before the size grows, 5
-- the lifetime of the pace in s
-- Reply: the batch size that the CMS accepts
redis.call('hset', KEYS[1], 'savedAt', ARGV[2])
redis.call('expire', KEYS[1], ARGV[5])
local size = tonumber(redis.call('hget', KEYS[1], 'size') or ARGV[3]) or tonumber(ARGV[3])
if size >= tonumber(ARGV[3]) or tonumber(ARGV[1]) < size then return size end
if redis.call('hincrby', KEYS[1], 'inRow', 1) < tonumber(ARGV[4]) then return size end
redis.call('hset', KEYS[1], 'size', size + 1, 'inRow', 0)
return size + 1
