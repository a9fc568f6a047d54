-- Stores and announces a limit; a shorter one does not replace a longer one. What is left of the stored one is measured
-- by Redis, because the clocks of processes differ. It never exceeds the stored duration, even if Redis's clock was set
-- back.
-- KEYS: 1 the end of the limit, 2 its duration, 3 the channel of limits
-- ARGV: 1 the name of what is limited, 2 its duration, 3 the current time, 4 the longest duration; all in ms
-- Reply: none
--- @include "read-number"
local stored, duration = readNumber(KEYS[1]), readNumber(KEYS[2])
local left = redis.call('pttl', KEYS[1])
-- Without a lifetime, only the stored end is known.
if left == -1 then left = stored - tonumber(ARGV[3]) end
if duration > 0 then left = math.min(left, duration) end
-- A text that is not a number, or has a longer lifetime, is not ours.
if not (stored > 0 and left <= tonumber(ARGV[4])) then left = 0 end
left = math.max(tonumber(ARGV[2]), left)
local text = string.format('%.0f', tonumber(ARGV[3]) + left)
redis.call('set', KEYS[1], text, 'PX', math.max(1, math.ceil(left)))
redis.call('set', KEYS[2], string.format('%.0f', left), 'PX', math.max(1, math.ceil(left)))
redis.call('publish', KEYS[3], ARGV[1] .. ' ' .. text .. ' ' .. left)
