-- Takes consecutive slots for calls to an upstream, by Redis's clock.
-- KEYS: 1 the time of the next free slot
-- ARGV: 1 the length of a slot in ms, 2 the number of wanted slots, 3 optionally the time to use instead of the clock's
-- Reply: the first slot (µs since 1970), the number of slots, and the ms until the first one or, without a free slot,
-- until one can be taken
--- @include "read-number"
-- The longest time that slots are taken ahead. So a killed process loses few, and a stored time further ahead is not
-- ours, for example after Redis's clock was set back.
local aheadMs = 250
local forgottenMs = 60000
local time = redis.call('time')
local now = ARGV[3] and tonumber(ARGV[3]) or time[1] * 1000 + time[2] / 1000
local step, wanted = tonumber(ARGV[1]), tonumber(ARGV[2])
local next = readNumber(KEYS[1])
if not (next >= now and next <= now + aheadMs + 1000) then next = now end
local count = math.min(wanted, math.ceil((now + aheadMs - next) / step))
if count <= 0 then return { '0', 0, tostring(next - now - aheadMs + 1) } end
redis.call('set', KEYS[1], string.format('%.3f', next + count * step), 'PX', forgottenMs)
return { string.format('%.0f', next * 1000), count, tostring(next - now) }
