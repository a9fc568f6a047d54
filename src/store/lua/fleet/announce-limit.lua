-- Stores and announces a limit; a shorter one does not replace a longer one.
-- KEYS: 1 the end of the limit, 2 the channel of limits
-- ARGV: 1 the name of what is limited, 2 the end of the limit, 3 the current time, 4 the latest possible end; all in ms
-- since 1970
-- Reply: none
--- @include "read-number"
local stored = readNumber(KEYS[1])
-- A stored time after the latest possible one is not ours.
if not (stored > 0 and stored <= tonumber(ARGV[4])) then stored = 0 end
local time = math.max(tonumber(ARGV[2]), stored)
local text = string.format('%.0f', time)
redis.call('set', KEYS[1], text, 'PX', math.max(1, math.ceil(time - tonumber(ARGV[3]))))
redis.call('publish', KEYS[2], ARGV[1] .. ' ' .. text)
