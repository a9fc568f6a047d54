// ARGV of each script: the holder and the duration of a lease (ms). Times are by Redis's own clock.

// A lease without an expiry is not ours, and would last forever. A key of another type is moved away.
const lib = `local function find(key, kind)
    local found = redis.call('type', key).ok
    if found == 'none' then return nil end
    if found ~= kind or redis.call('pttl', key) < 0 then
      redis.call('rename', key, key .. ':moved-away')
      return nil
    end
    return kind == 'set' and redis.call('scard', key) or redis.call('get', key)
  end
  `

const nowMs = `local time = redis.call('time')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)`

/**
 * KEYS: the whole mirror, the holders, then each product's lease and each product's jobs. A waiting lease keeps further
 * jobs from the product, so that it is free when the current ones end. 0: waits, 1: taken, 2: had before.
 */
export const takeProductsScript = `${lib}local waiting = ARGV[1] .. ' waits'
  local last = 2 + (#KEYS - 2) / 2
  local kept, claimed = 0, 0
  for at = 3, last do
    local holder = find(KEYS[at], 'string')
    if holder == ARGV[1] then kept = kept + 1
    elseif holder == waiting then claimed = claimed + 1
    elseif holder then return 0 end
  end
  local isKept = kept == last - 2
  if not isKept and claimed == 0 and find(KEYS[1], 'string') then return 0 end
  local busy = false
  for at = last + 1, #KEYS do
    if find(KEYS[at], 'set') then busy = true end
  end
  for at = 3, last do
    redis.call('set', KEYS[at], (busy and not isKept) and waiting or ARGV[1], 'PX', ARGV[2])
  end
  ${nowMs}
  redis.call('zadd', KEYS[2], now + ARGV[2], ARGV[1])
  if isKept then return 2 end
  return busy and 0 or 1`

/** KEYS: the holders, then each product's lease. */
export const renewProductsScript = `for at = 2, #KEYS do
    if redis.call('get', KEYS[at]) ~= ARGV[1] then return 0 end
  end
  for at = 2, #KEYS do redis.call('pexpire', KEYS[at], ARGV[2]) end
  ${nowMs}
  redis.call('zadd', KEYS[1], now + ARGV[2], ARGV[1])
  return 1`

/** KEYS: the holders, then each product's lease. */
export const releaseProductsScript = `for at = 2, #KEYS do
    local holder = redis.call('get', KEYS[at])
    if holder == ARGV[1] or holder == ARGV[1] .. ' waits' then redis.call('del', KEYS[at]) end
  end
  redis.call('zrem', KEYS[1], ARGV[1])
  return 1`

/**
 * KEYS: each product's lease, then each product's jobs. Returns a list with 1 for each product that the job may
 * process.
 */
export const shareScript = `${lib}local count = #KEYS / 2
  local free = {}
  for at = 1, count do
    local isBusy = find(KEYS[count + at], 'set')
    if find(KEYS[at], 'string') then
      if isBusy then redis.call('srem', KEYS[count + at], ARGV[1]) end
      free[at] = 0
    else
      redis.call('sadd', KEYS[count + at], ARGV[1])
      redis.call('pexpire', KEYS[count + at], ARGV[2])
      free[at] = 1
    end
  end
  return free`

/** KEYS: each product's jobs. */
export const renewSharedScript = `for at = 1, #KEYS do
    if redis.call('sismember', KEYS[at], ARGV[1]) == 0 then return 0 end
    redis.call('pexpire', KEYS[at], ARGV[2])
  end
  return 1`

/** KEYS: each product's jobs. */
export const releaseSharedScript = `for at = 1, #KEYS do redis.call('srem', KEYS[at], ARGV[1]) end
  return 1`

/** KEYS: the lease and, if product runs must have ended, the holders. */
export const takeOwnScript = `${lib}local holder = find(KEYS[1], 'string')
  if holder and holder ~= ARGV[1] then return 0 end
  redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2])
  if #KEYS == 1 then return 1 end
  ${nowMs}
  redis.call('zremrangebyscore', KEYS[2], '-inf', now)
  return redis.call('zcard', KEYS[2]) == 0 and 1 or 0`

export const renewOwnScript = `if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
  return redis.call('pexpire', KEYS[1], ARGV[2])`

export const releaseOwnScript = `if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
  return redis.call('del', KEYS[1])`
