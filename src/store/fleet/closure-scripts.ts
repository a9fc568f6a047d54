/** The pause before the first try of an upstream that does not respond, and the longest pause. */
const [firstTryMs, longestTryMs] = [1_000, 30_000]
/** The probe of a process that died blocks other processes for at most this time. */
const probeMs = 90_000
/** A closure expires if it is not tried for this time. */
export const keptMs = 900_000
/** The time of an upstream's last response is kept for a day. */
const answeredKeptMs = 86_400_000

/**
 * All times are by Redis's clock, in ms since 1970. `state` returns: since when the upstream does not respond; its last
 * response and the start of the last failed try (0 if unknown); until when calls are stopped; the current time; whether
 * it is being tried; and the reason.
 */
const prelude = `local time = redis.call('time')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local function text(number) return string.format('%.0f', number) end
  local isClosed = redis.call('type', KEYS[1]).ok == 'hash'
  local function get(field) return redis.call('hget', KEYS[1], field) end
  local function number(field) return tonumber(get(field) or '') or 0 end
  local function answered()
    if redis.call('type', KEYS[2]).ok ~= 'string' then return 0 end
    local at = tonumber(redis.call('get', KEYS[2])) or 0
    if at > now then return 0 end
    return at
  end
  local function state(isTried)
    if not isClosed then return {} end
    local untilTried = math.min(number('retry'), now + ${longestTryMs})
    return { text(number('since')), text(number('answered')), text(number('tried')), text(untilTried), text(now),
      isTried, get('reason') or '' }
  end
  local function announce() redis.call('publish', KEYS[3], ARGV[1]) end
  local function close(tries, reason, triedAt)
    redis.call('hset', KEYS[1], 'tries', tries, 'reason', reason, 'tried', text(triedAt),
      'retry', text(now + math.min(${longestTryMs}, ${firstTryMs} * 2 ^ (tries - 1))))
    redis.call('hdel', KEYS[1], 'probe', 'probe-until')
    redis.call('pexpire', KEYS[1], ${keptMs})
    announce()
  end`

/** ARGV: the upstream's name. Returns its state. */
export const readScript = `${prelude}
  local isTried = 0
  if isClosed and number('probe-until') > now then isTried = 1 end
  return state(isTried)`

/** ARGV: the upstream's name. Allows the next call to it. */
export const tryNowScript = `${prelude}
  if isClosed and number('retry') > now and number('probe-until') <= now then
    redis.call('hset', KEYS[1], 'retry', text(now))
    announce()
  end
  return state(0)`

/** ARGV: the upstream's name, a process's token. Returns the state, and 1 if this process may try the upstream now. */
export const tryScript = `${prelude}
  if not isClosed or number('retry') > now then return state(0) end
  if number('probe-until') > now then return state(1) end
  redis.call('hset', KEYS[1], 'probe', ARGV[2], 'probe-until', text(now + ${probeMs}))
  redis.call('pexpire', KEYS[1], ${keptMs})
  local reply = state(0)
  reply[8] = 1
  return reply`

/**
 * ARGV: the upstream's name, a token, ms since the first failure, the last failure, and ms since the last response to
 * this process (-1: never). Closes the upstream, unless another process got a response since the first failure. A
 * failed probe doubles the time until the next one.
 */
export const failScript = `${prelude}
  if not isClosed then
    local since = now - tonumber(ARGV[3])
    local before = answered()
    if before > since then return {} end
    if tonumber(ARGV[5]) >= 0 then before = math.max(before, now - tonumber(ARGV[5])) end
    redis.call('del', KEYS[1])
    redis.call('hset', KEYS[1], 'since', text(since), 'answered', text(before))
    isClosed = true
    close(1, ARGV[4], since)
  elseif get('probe') == ARGV[2] then close(number('tries') + 1, ARGV[4], number('probe-until') - ${probeMs}) end
  return state(0)`

/** ARGV: the upstream's name. Records that the upstream responds, and ends its closure. */
export const answerScript = `${prelude}
  redis.call('set', KEYS[2], text(now), 'PX', ${answeredKeptMs})
  if isClosed then
    redis.call('del', KEYS[1])
    announce()
  end
  return {}`

/**
 * ARGV: the upstream's name, a token. The probe of this process had no result, so another call may be the next probe.
 */
export const releaseScript = `${prelude}
  if isClosed and get('probe') == ARGV[2] then redis.call('hdel', KEYS[1], 'probe', 'probe-until') end
  return state(0)`
