import { hash } from 'node:crypto'
import { headerOf, type Request, type Response } from './send.ts'

/** A request with the scope of its limits: an upstream may limit only its products. */
export type Limitable = Request & {
  /** Requests of a scope are limited together; by default those of one route. */
  limitScope?: string
  onSend?: (() => void) | undefined
  /** The path of the same request for something that was served before this process started. */
  otherPath?: () => Promise<string | undefined>
}

/** Sends a request and returns its status; undefined without a response. */
export type Probe = (request: Limitable) => Promise<number | undefined>

/**
 * The duration for which the upstream limits us; 0 if it limits only this request, which then waits
 * separately.
 */
export type Limit = { closeMs: number; givenUp: string | undefined }

export type LimitWatch = {
  sent(request: Limitable): void
  /** Receives each response that is not a limit, or undefined without one. */
  answered(request: Limitable, response: Response | undefined): void
  /** Judges a response that requests a wait of `waitMs`. */
  limited(request: Limitable, waitMs: number, probe: Probe): Promise<Limit>
  /** The pauses in a row that have not ended the limits of this request or of its whole scope. */
  roundsOf(request: Limitable): number
  /** Milliseconds since the first limit of its scope, if no request has been served since; otherwise 0. */
  limitedMs(request: Limitable): number
  /**
   * A request that is served if only this one fails: the last one of its scope that was served, its `otherPath`, or the
   * last one of another scope while few requests of its scope have failed.
   */
  otherThan(request: Limitable): Promise<Limitable | undefined>
  /** Whether an upstream that has served nothing since its first limit is worth another wait. */
  isWorth(waitMs: number): boolean
}

/** A limit of only one request is trusted for this long at most. */
const doubtedMs = 30_000
/** From its second limit on, a request whose waits add up to this may be the only one that is limited. */
const suspectMs = 10_000
/** The most limits in a row of a request while the same probe is served. */
const mostWhileServed = 3
/** A write cannot be probed. Another write that was served since its last try is weaker evidence. */
const mostWritesWhileServed = 10
/** So many different requests that fail in a row are an outage of their scope. */
const mostFailing = 10
/** The most requests whose limits are counted. */
const mostKept = 1_000

type Limited = { count: number; toldMs: number; whileServed: number; servedBefore: number }

type Scope = {
  open: number
  served: number
  /** Requests that were limited since the last one was served. */
  limited: Set<string>
  /** Pauses since then, and the end of the current one, by the monotonic clock. */
  rounds: number
  roundEnds: number
  /** The time of the first of these limits, by the monotonic clock. */
  since: number | undefined
  last: { request: Limitable; headers: Response['headers'] } | undefined
  /** The paths of some requests that failed or were limited since the last one was served. */
  failing: Set<string>
  probing: Promise<boolean> | undefined
  waiting: (() => void)[]
}

/**
 * Distinguishes a limit of a whole upstream, which passes, from one of a single request, which may never
 * pass. If a request has to wait for long, the last one that was served is sent again at once. It also chooses the
 * request that distinguishes an outage from a few broken records.
 */
export function createLimitWatch(maxWaitMs = Infinity): LimitWatch {
  const counts = new Map<string, Limited>()
  const scopes = new Map<string, Scope>()
  let limitedSince: number | undefined
  let latest: Scope['last']

  const scopeOf = (request: Limitable): Scope => {
    const name = request.limitScope ?? routeOf(request)
    const known = scopes.get(name)
    if (known !== undefined) return known
    const made: Scope = {
      open: 0,
      served: 0,
      limited: new Set(),
      rounds: 0,
      roundEnds: 0,
      since: undefined,
      last: undefined,
      failing: new Set(),
      probing: undefined,
      waiting: [],
    }
    scopes.set(name, made)
    return made
  }

  return {
    sent(request) {
      scopeOf(request).open++
    },

    answered(request, response) {
      const scope = scopeOf(request)
      scope.open--
      if ((response?.status ?? 500) >= 500) noteFailing(scope, request)
      if (response !== undefined) {
        limitedSince = undefined
        scope.served++
        scope.limited.clear()
        scope.rounds = 0
        scope.roundEnds = 0
        scope.since = undefined
        if (counts.size > 0) counts.delete(keyOf(request))
        if (request.method === 'GET' && isServed(response.status)) {
          latest = scope.last = { request, headers: response.headers }
          scope.failing.clear()
        }
      }
      release(scope)
    },

    async limited(request, waitMs, probe) {
      limitedSince ??= performance.now()
      const scope = scopeOf(request)
      scope.since ??= performance.now()
      scope.open--
      noteFailing(scope, request)
      release(scope)
      const key = keyOf(request)
      const before = counts.get(key) ?? { count: 0, toldMs: 0, whileServed: 0, servedBefore: scope.served }
      const count = { ...before, count: before.count + 1, toldMs: before.toldMs + waitMs }
      keep(counts, key, count)
      const isFirst = count.count === 1 && scope.limited.size === 0
      scope.limited.add(key)
      // Requests that are limited at the same time are one round.
      if (performance.now() >= scope.roundEnds) {
        scope.rounds++
        scope.roundEnds = performance.now() + waitMs
      }
      if (request.method !== 'GET') {
        if (scope.served > before.servedBefore) count.whileServed++
        count.servedBefore = scope.served
        if (count.whileServed < mostWritesWhileServed) return { closeMs: waitMs, givenUp: undefined }
        counts.delete(key)
      } else {
        if (isFirst) return { closeMs: Math.min(waitMs, doubtedMs), givenUp: undefined }
        const isAlone = count.toldMs >= suspectMs && (await isProbeServed(scope, request, probe))
        count.whileServed = isAlone ? count.whileServed + 1 : 0
        if (!isAlone) return { closeMs: waitMs, givenUp: undefined }
        if (count.whileServed < mostWhileServed) return { closeMs: 0, givenUp: undefined }
        // The next run suspects the request at once.
        count.whileServed = 0
      }
      return { closeMs: 0, givenUp: `${count.count} times in a row, while it served other requests` }
    },

    roundsOf(request) {
      if (limitedSince === undefined) return 0
      return Math.max(counts.get(keyOf(request))?.count ?? 0, scopeOf(request).rounds)
    },

    limitedMs(request) {
      const { since } = scopeOf(request)
      return since === undefined ? 0 : performance.now() - since
    },

    async otherThan(request) {
      const scope = scopeOf(request)
      const other = await otherInScope(scope, request)
      if (other !== undefined) return other
      // If so many fail, another scope proves nothing about theirs.
      if (scope.failing.size >= mostFailing) return undefined
      return latest === undefined || latest.request.path === request.path ? undefined : toProbe(latest)
    },

    isWorth(waitMs) {
      const now = performance.now()
      limitedSince ??= now
      return now + waitMs - limitedSince <= maxWaitMs
    },
  }
}

/** Requests that are limited at the same time share a probe. */
async function isProbeServed(scope: Scope, request: Limitable, probe: Probe): Promise<boolean> {
  // Before its first response, a process waits for the next one, which is better than a guess.
  while (scope.last === undefined && scope.open > 0)
    await new Promise<void>((resolve) => scope.waiting.push(resolve))
  const other = await otherInScope(scope, request)
  if (other === undefined) return false
  scope.probing ??= probe(other)
    .then((status) => status !== undefined && isServed(status))
    .finally(() => (scope.probing = undefined))
  return scope.probing
}

function noteFailing({ failing }: Scope, { path }: Request): void {
  if (failing.size < mostFailing) failing.add(path)
}

function release(scope: Scope): void {
  for (const resolve of scope.waiting.splice(0)) resolve()
}

/** The request again, as a conditional one if possible, so that it costs little. */
function toProbe({ request, headers }: NonNullable<Scope['last']>): Limitable {
  const response = { status: 200, headers, bytes: new Uint8Array() }
  const etag = headerOf(response, 'etag')
  const lastModified = headerOf(response, 'last-modified')
  return {
    ...request,
    headers: {
      ...request.headers,
      ...(etag !== undefined && { 'if-none-match': etag }),
      ...(lastModified !== undefined && { 'if-modified-since': lastModified }),
    },
  }
}

/** Another request of the same scope: the last one that was served, or its `otherPath`. */
async function otherInScope({ last }: Scope, request: Limitable): Promise<Limitable | undefined> {
  if (last !== undefined && last.request.path !== request.path) return toProbe(last)
  // Without a known one, the failure counts as before.
  const path = await request.otherPath?.().catch(() => undefined)
  if (path === undefined || path === request.path) return undefined
  const { 'if-none-match': _, ...headers } = request.headers
  return { ...request, headers, path }
}

function isServed(status: number): boolean {
  return status < 400 || status === 404
}

function routeOf({ method, path }: Request): string {
  return `${method} ${path.split('?', 1)[0]?.replaceAll(/\d+/g, '0')}`
}

function keyOf({ method, path, body }: Request): string {
  return body === undefined ? `${method} ${path}` : `${method} ${path} ${hash('sha256', body)}`
}

function keep(counts: Map<string, Limited>, key: string, count: Limited): void {
  counts.delete(key)
  counts.set(key, count)
  const [oldest] = counts.keys()
  if (counts.size > mostKept && oldest !== undefined) counts.delete(oldest)
}
