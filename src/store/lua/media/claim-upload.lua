-- Sets the claim to upload a file, unless a younger one exists.
-- KEYS: 1 the claims
-- ARGV: 1 the file's hash, 2 the current time, 3 the lifetime of a claim; in ms
-- Reply: 1 or 0, and the earlier claim or nil
local before = redis.call('hget', KEYS[1], ARGV[1])
local at = tonumber(before or '')
if at and math.abs(tonumber(ARGV[2]) - at) < tonumber(ARGV[3]) then return { 0, before } end
redis.call('hset', KEYS[1], ARGV[1], ARGV[2])
return { 1, before }
