import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import { OutageError, type Upstream } from '../../lib/errors.ts'
import type { Answer } from '../../lib/http/answer.ts'
import type { Outage, Outages } from '../../core/report/pauses.ts'
import { defineScript, type Script } from '../lua/script.ts'
import type { Keys } from '../redis/keys.ts'

/** The number of consecutive failed requests that open the circuit breaker. */
const opensAfter = 10
/** Fewer failures open it too, if they last this long and longer than a run waits. */
const opensAfterMs = 30_000
/** Failures further apart belong to different outages; a request with its pauses takes up to a minute. */
const apartMs = 150_000
/** For a longer wait, the job is returned to its queue. */
const maxInlineWaitMs = 2_000
const pollMs = 250
/** How often a process records that an upstream responds. */
const noteMs = 5_000
/** An open breaker expires if the upstream is not tried for this time. */
const keptMs = 900_000

const stateReply = z.array(z.union([z.string(), z.number()])).transform(toState)
const readBreaker = defineScript('fleet/read-breaker', stateReply)
const allowTry = defineScript('fleet/allow-try', stateReply)
const startProbe = defineScript('fleet/start-probe', stateReply)
const noteFailure = defineScript('fleet/note-failure', stateReply)
const noteResponse = defineScript('fleet/note-response', stateReply)
const releaseProbe = defineScript('fleet/release-probe', stateReply)

/** Stops the calls of the whole fleet to an upstream that does not respond. */
export type CircuitBreaker = {
  /** Waits briefly, or throws OutageError, while the upstream does not respond; one call at a time tries it. */
  pass(signal: AbortSignal): Promise<void>
  /** Receives the result of each request. */
  ended(answer: Answer): void
  /** The outage as this process knows it; undefined while the upstream responds. */
  outage(): Outage | undefined
  /** Allows the next call to the upstream, which may be up again. */
  tryNow(): Promise<void>
  /** Reads the state again after a change by another process. */
  refresh(): Promise<void>
}

/** Redis's reply; when it was read, and when the outage started, by this process's clock, in ms. */
type Known = State & { readAt: number; startedAt: number }
type State = {
  since: number
  answered: number
  tried: number
  retry: number
  now: number
  isTried: boolean
  reason: string
  isProbe: boolean
}

/**
 * The circuit breaker of an upstream: open while the upstream does not respond. After `maxOutageMs`, calls fail because
 * the upstream is down.
 */
export function createCircuitBreaker(
  redis: Redis,
  keys: Keys,
  upstream: Upstream,
  maxOutageMs: number,
): CircuitBreaker {
  const token = randomUUID()
  let known: Known | undefined
  let failures = 0
  let failingSince = 0
  let failedAt = 0
  let answeredAt = -Infinity
  let notedAt = -Infinity
  let isProbing = false

  const run = async (
    script: Script<State | undefined>,
    ...args: (string | number)[]
  ): Promise<State | undefined> => {
    const state = await script.run(redis, touchedBy(keys, upstream), [upstream, keptMs, ...args])
    if (state === undefined && known !== undefined) failures = 0
    known = state && toKnown(state, known)
    return state
  }
  const save = (script: Script<State | undefined>, ...args: (string | number)[]): void =>
    // Without Redis the result is not shared, and the current job fails anyway.
    void run(script, ...args).catch(() => undefined)

  /** Milliseconds to wait; 0 if this call may go out. */
  async function waitMs(): Promise<number> {
    if (known === undefined) return 0
    const leftMs = known.retry - known.now - (performance.now() - known.readAt)
    if (leftMs > 0) return leftMs
    const state = await run(startProbe, token)
    if (state === undefined) return 0
    if (state.isProbe) isProbing = true
    return state.isProbe ? 0 : Math.max(pollMs, state.retry - state.now)
  }

  return {
    async pass(signal) {
      // The usual case: no wait.
      if (known === undefined) return
      for (let waitedMs = 0; ;) {
        signal.throwIfAborted()
        const ms = await waitMs()
        if (ms <= 0 || known === undefined) return
        if (waitedMs + ms > maxInlineWaitMs) throw toError(upstream, known, { waitMs: ms, maxOutageMs })
        await sleep(ms, undefined, { signal })
        waitedMs += ms
      }
    },
    ended(answer) {
      if (answer === 'answered') {
        failures = 0
        answeredAt = performance.now()
        if (known === undefined && answeredAt - notedAt < noteMs) return
        notedAt = answeredAt
        isProbing = false
        save(noteResponse)
      } else if (answer === 'unknown') {
        if (isProbing) save(releaseProbe, token)
        isProbing = false
      } else {
        const now = performance.now()
        if (now - failedAt > apartMs) failures = 0
        failedAt = now
        if (failures++ === 0) failingSince = now
        const isLong = failures > 2 && now - failingSince > Math.max(opensAfterMs, maxOutageMs)
        if (!isProbing && (known !== undefined || (failures < opensAfter && !isLong))) return
        isProbing = false
        const answeredAgo = answeredAt === -Infinity ? -1 : Math.ceil(now - answeredAt)
        save(noteFailure, token, Math.floor(now - failingSince), answer.failed, answeredAgo)
      }
    },
    outage() {
      const isForgotten = known !== undefined && performance.now() - known.readAt > keptMs
      return known === undefined || isForgotten ? undefined : toOutage(known)
    },
    async tryNow() {
      await run(allowTry)
    },
    async refresh() {
      await run(readBreaker)
    },
  }
}

/** The upstreams that do not respond, for a process that does not call them. */
export async function readOutages(redis: Redis, keys: Keys): Promise<Outages> {
  const outages: Outages = {}
  for (const upstream of ['partner', 'cms'] as const) {
    const state = await readBreaker.run(redis, touchedBy(keys, upstream), [upstream, keptMs])
    if (state !== undefined) outages[upstream] = toOutage(state)
  }
  return outages
}

function toOutage({ since, retry, isTried, reason }: State): Outage {
  const nextTry = isTried ? {} : { nextTry: new Date(retry).toISOString() }
  return { since: new Date(since).toISOString(), ...nextTry, reason }
}

/**
 * A process takes the age of an outage from Redis once, and then measures it by its own clock: a run must not fail
 * because Redis's clock was set forwards.
 */
function toKnown(state: State, before: Known | undefined): Known {
  const readAt = performance.now()
  const startedAt = before?.since === state.since ? before.startedAt : readAt - (state.now - state.since)
  return { ...state, readAt, startedAt }
}

function toError(
  upstream: Upstream,
  { answered, tried, now, reason, readAt, startedAt }: Known,
  { waitMs, maxOutageMs }: { waitMs: number; maxOutageMs: number },
): OutageError {
  const nowMs = now + performance.now() - readAt
  const outageMs = performance.now() - startedAt
  const msSince = (at: number): number => (at === 0 ? Infinity : nowMs - at)
  return new OutageError(upstream, waitMs, {
    outageMs,
    answeredAgoMs: msSince(answered),
    triedAgoMs: msSince(tried),
    maxOutageMs,
    reason,
  })
}

function touchedBy(keys: Keys, upstream: Upstream): string[] {
  return [keys.breaker(upstream), keys.answered(upstream), keys.breakerChanges]
}

function toState(reply: readonly (string | number)[]): State | undefined {
  if (reply.length === 0) return undefined
  const [since = 0, answered = 0, tried = 0, retry = 0, now = 0, isTried = 0] = reply.slice(0, 6).map(Number)
  // A breaker with damaged fields is ignored.
  if (![since, answered, tried, retry, now].every(Number.isFinite)) return undefined
  const [reason, isProbe] = [String(reply[6]), reply[7] === 1]
  return { since, answered, tried, retry, now, isTried: isTried === 1, reason, isProbe }
}
