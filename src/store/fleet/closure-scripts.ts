/** How long it takes until an upstream that does not answer is tried for the first time, and at most. */
const [firstTryMs, longestTryMs] = [1_000, 30_000]
/** A probe of a process that died blocks nobody for longer. */
const probeMs = 90_000
/** A closure that nobody tries to end is forgotten. */
export const keptMs = 900_000
/** When an upstream last answered is known for a day. */
const answeredKeptMs = 86_400_000

/**
 * Everything is measured by Redis's clock, in ms since 1970. `state` returns: since when the upstream does not answer,
 * when it last answered and when the last failed try began (0 if unknown), until when nobody calls it, now, whether it
 * is being tried, and why it is closed.
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

/** Of an upstream's name: its state. */
export const readScript = `${prelude}
  local isTried = 0
  if isClosed and number('probe-until') > now then isTried = 1 end
  return state(isTried)`

/** Sends the next call to the upstream with this name. */
export const tryNowScript = `${prelude}
  if isClosed and number('retry') > now and number('probe-until') <= now then
    redis.call('hset', KEYS[1], 'retry', text(now))
    announce()
  end
  return state(0)`

/** Of a name and a process's token: its state, and 1 if this process is the one to try the upstream now. */
export const tryScript = `${prelude}
  if not isClosed or number('retry') > now then return state(0) end
  if number('probe-until') > now then return state(1) end
  redis.call('hset', KEYS[1], 'probe', ARGV[2], 'probe-until', text(now + ${probeMs}))
  redis.call('pexpire', KEYS[1], ${keptMs})
  local reply = state(0)
  reply[8] = 1
  return reply`

/**
 * Of a name, a token, how long ago the first of the failures was, the last failure, and how long ago this process was
 * answered (-1: never): closes the upstream, unless another process was answered since. A failed probe doubles the time
 * until the next one.
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

/** Of a name: notes that the upstream answers, and ends its closure. */
export const answerScript = `${prelude}
  redis.call('set', KEYS[2], text(now), 'PX', ${answeredKeptMs})
  if isClosed then
    redis.call('del', KEYS[1])
    announce()
  end
  return {}`

/** Of a name and a token: the probe of this process told nothing, so another call may be the next one. */
export const releaseScript = `${prelude}
  if isClosed and get('probe') == ARGV[2] then redis.call('hdel', KEYS[1], 'probe', 'probe-until') end
  return state(0)`
