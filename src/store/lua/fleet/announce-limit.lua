-- Stores and announces a limit; a shorter one does not replace a longer one. What is left of the stored one is measured
-- by Redis, because the clocks of processes differ.
-- KEYS: 1 the end of the limit, 2 the channel of limits
-- ARGV: 1 the name of what is limited, 2 its duration, 3 the current time, 4 the longest duration; all in ms
-- Reply: none
local left = redis.call('pttl', KEYS[1])
-- A value with a longer lifetime is not ours.
if left > tonumber(ARGV[4]) or redis.call('type', KEYS[1]).ok ~= 'string' then left = 0 end
left = math.max(tonumber(ARGV[2]), left)
local text = string.format('%.0f', tonumber(ARGV[3]) + left)
redis.call('set', KEYS[1], text, 'PX', math.max(1, math.ceil(left)))
redis.call('publish', KEYS[2], ARGV[1] .. ' ' .. text .. ' ' .. left)
