-- The circuit breaker of an upstream: open while the upstream does not respond. All times are by Redis's clock, in ms
-- since 1970.
-- KEYS: 1 the open breaker (hash), 2 the time of the upstream's last response, 3 the channel of changed breakers
-- ARGV: 1 the upstream's name, 2 the lifetime of an untried breaker in ms
--- @include "now-ms"
--- @include "read-number"
-- The pause before the first try, and the longest pause.
local firstTryMs, longestTryMs = 1000, 30000
-- The probe of a process that died blocks other processes for at most this time.
local probeMs = 90000
local now = nowMs()
local isOpen = redis.call('type', KEYS[1]).ok == 'hash'

local function text(number) return string.format('%.0f', number) end

local function get(field) return redis.call('hget', KEYS[1], field) end

local function number(field) return tonumber(get(field) or '') or 0 end

-- A time; the current one if it is further ahead than it is ever stored, because Redis's clock was set back since.
local function upTo(field, longestMs)
  local at = number(field)
  return at > now + longestMs and now or at
end

local function retryAt() return upTo('retry', longestTryMs) end

local function isProbed() return upTo('probe-until', probeMs) > now end

-- The start of the outage. If Redis's clock was set back since, the outage is as old as it was at its last failed try.
local function outageSince()
  local at = number('since')
  return at > now and now - math.max(0, number('tried') - at) or at
end

-- A time in the future is not ours.
local function answered()
  local at = readNumber(KEYS[2])
  return at > now and 0 or at
end

-- An empty list while the upstream responds. Otherwise: since when it does not respond; its last response and the start
-- of the last failed try (0 if unknown); until when calls are stopped; the current time; whether it is being tried (1 or
-- 0); and the reason.
local function state(isTried)
  if not isOpen then return {} end
  local tried = number('tried')
  if tried > now then tried = 0 end
  return { text(outageSince()), text(number('answered')), text(tried), text(retryAt()), text(now), isTried,
    get('reason') or '' }
end

local function announce() redis.call('publish', KEYS[3], ARGV[1]) end

local function openBreaker(tries, reason, triedAt)
  redis.call('hset', KEYS[1], 'tries', tries, 'reason', reason, 'tried', text(triedAt),
    'retry', text(now + math.min(longestTryMs, firstTryMs * 2 ^ (tries - 1))))
  redis.call('hdel', KEYS[1], 'probe', 'probe-until')
  redis.call('pexpire', KEYS[1], ARGV[2])
  announce()
end
