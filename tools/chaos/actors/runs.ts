import { setTimeout as pause } from 'node:timers/promises'
import type { Supervisor } from './supervisor.ts'

/** The fields of a run's report, from the ops server, that the oracle uses. */
export type RunReport = {
  id: string
  kind: string
  state: string
  counts: Record<string, number>
  planned: Record<string, number>
  guards: { guard: string; message: string }[]
  notes: string[]
  scope?: { gtins?: string[] }
  findings?: Record<string, number>
  failure?: { cause: string; message: string }
}
export type Finding = {
  kind: string
  gtin: string
  language: string
  pageId: number
  detail: string
  known?: string
  repaired?: string
}
export type Outcome = { gtin: string; language: string; result: string; reason?: string }

/** A conflict as it is shown to an editor. */
export type Conflict = { fields: { field: string; theirs: string }[]; block?: string }
type Refused = { reason: string }

type Answer = Partial<{
  run: RunReport
  runs: RunReport[]
  outcomes: Outcome[]
  findings: Finding[]
  conflict: Conflict
  error: { code: string; message: string; activeRunId?: string }
}>

const tick = 60
const longestTick = 300
const working = new Set(['planning', 'writing'])

/** Starts runs at any daemon that is alive and watches them to their end, however often daemons die in the meantime. */
export function createRuns(supervisor: Supervisor, limitMs: number) {
  const seen = new Set<string>()

  async function ask(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer | undefined> {
    const url = supervisor.url()
    if (url === undefined) return undefined
    try {
      const response = await fetch(url + path, {
        method,
        signal: AbortSignal.timeout(4_000),
        ...(body !== undefined && {
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        }),
      })
      return (await response.json()) as Answer
    } catch {
      return undefined
    }
  }

  /** Repeats a request until a daemon responds. */
  async function insist(method: 'GET' | 'POST', path: string, deadline: number): Promise<Answer> {
    for (;;) {
      const answer = await ask(method, path)
      if (answer !== undefined) return answer
      if (Date.now() > deadline || supervisor.hasGivenUp())
        throw new Error(`nobody answered ${method} ${path} in time`)
      await pause(tick)
    }
  }

  /** A start whose reply was lost may have arrived: then there is a run that has not been seen yet. */
  async function start(path: string, body: object, deadline: number): Promise<string | Refused> {
    for (;;) {
      const { runs = [] } = await insist('GET', '/api/runs?limit=3', deadline)
      const heard = runs.find(
        ({ id, kind, scope }) => !seen.has(id) && kind !== 'rebuild' && scope?.gtins === undefined,
      )
      if (heard !== undefined) return heard.id
      const { run, error } = (await ask('POST', path, body)) ?? {}
      if (run !== undefined) return run.id
      if (error?.code === 'cannot_undo' && !/is active/.test(error.message)) return { reason: error.message }
      if (error?.activeRunId !== undefined && !seen.has(error.activeRunId)) return error.activeRunId
      if (Date.now() > deadline)
        throw new Error(`no run could be started: ${error?.message ?? 'nobody answered'}`)
      await pause(tick)
    }
  }

  /** Asks ever more rarely: the answers cost the daemon as much as its work. */
  async function follow(id: string, deadline: number): Promise<RunReport> {
    for (let wait = tick; ; wait = Math.min(wait * 1.5, longestTick)) {
      const { run } = await insist('GET', `/api/runs/${id}?limit=1`, deadline)
      if (run !== undefined && !working.has(run.state)) return run
      if (Date.now() > deadline)
        throw new Error(`run ${id} is still ${run?.state ?? 'unknown'} after ${limitMs / 1000} s`)
      await pause(wait)
    }
  }

  async function begin(path: string, body: object): Promise<RunReport | Refused> {
    const deadline = Date.now() + limitMs
    const id = await start(path, body, deadline)
    if (typeof id !== 'string') return id
    seen.add(id)
    return follow(id, deadline)
  }

  async function beginRun(body: object): Promise<RunReport> {
    const run = await begin('/api/runs', body)
    if ('reason' in run) throw new Error(run.reason)
    return run
  }

  return {
    /** One run from its start to its end. */
    sync: (body: object = {}) => beginRun(body),
    /** Resyncs one product in parallel with another run and waits for its end, even if the reply was lost. */
    async resync(gtin: string): Promise<RunReport[]> {
      const { run } = (await ask('POST', '/api/runs', { gtins: [gtin], approved: true })) ?? {}
      const { runs = [] } = await insist('GET', '/api/runs?limit=20', Date.now() + limitMs)
      const begun = runs.filter(({ id, scope }) => id === run?.id || scope?.gtins?.[0] === gtin)
      const ended: RunReport[] = []
      for (const { id } of begun) ended.push(await follow(id, Date.now() + limitMs))
      return ended
    },
    /** Waits until a daemon responds; `hear` ignores the runs that it knows by then. */
    async learn(): Promise<void> {
      const { runs = [] } = await insist('GET', '/api/runs?limit=50', Date.now() + limitMs)
      for (const { id } of runs) seen.add(id)
    },
    /** A run as it is now. */
    async read(id: string): Promise<RunReport | undefined> {
      return (await insist('GET', `/api/runs/${id}?limit=1`, Date.now() + limitMs)).run
    },
    /** Waits for a run that the mirror starts automatically, and for its end. */
    async hear(): Promise<RunReport | undefined> {
      const deadline = Date.now() + limitMs
      while (Date.now() < deadline) {
        const { runs = [] } = await insist('GET', '/api/runs?limit=3', deadline)
        const heard = runs.find(({ id }) => !seen.has(id))
        if (heard !== undefined) return follow(heard.id, deadline)
        await pause(tick)
      }
      return undefined
    },
    /** Undoes a run and waits for the end of that, or returns the reason why there is nothing to undo. */
    undo: (id: string) => begin(`/api/runs/${id}/undo`, {}),
    /** The conflict that is shown for a record's page; undefined without one. */
    async conflict(record: string): Promise<Conflict | undefined> {
      return (await insist('GET', `/api/decisions/${record}`, Date.now() + limitMs)).conflict
    },
    /** Decides about a record, and returns the reason of a refusal. A decision whose reply was lost is sent again. */
    async resolve(record: string, choice: string): Promise<string | undefined> {
      const deadline = Date.now() + limitMs
      for (let isFirst = true; ; isFirst = false) {
        const answer = await ask('POST', `/api/decisions/${record}`, { choice })
        // A decision that arrived leaves nothing to decide.
        if (answer !== undefined) return isFirst ? answer.error?.message : undefined
        if (Date.now() > deadline || supervisor.hasGivenUp())
          throw new Error(`nobody heard the decision to ${choice} ${record} in time`)
        await pause(tick)
      }
    },
    /** Verifies everything once. The findings are without repaired ones and without edits that the mirror knows. */
    async verify(body: { repair?: true } = {}): Promise<{ run: RunReport; findings: Finding[] }> {
      const run = await beginRun({ kind: 'verify', ...body })
      const { findings = [] } = await insist('GET', `/api/runs/${run.id}?limit=1000`, Date.now() + limitMs)
      return {
        run,
        findings: findings.filter(({ known, repaired }) => known === undefined && repaired === undefined),
      }
    },
    /** Approves a held run and waits for its end; undefined when that was refused. */
    async approve(id: string): Promise<RunReport | undefined> {
      const deadline = Date.now() + limitMs
      for (;;) {
        const { error } = (await ask('POST', `/api/runs/${id}/approve`)) ?? {}
        const { run } = await insist('GET', `/api/runs/${id}?limit=1`, deadline)
        if (run !== undefined && run.state !== 'held') return follow(id, deadline)
        if (error !== undefined) return undefined
        if (Date.now() > deadline) throw new Error(`run ${id} could not be approved in time`)
        await pause(tick)
      }
    },
    outcomes: async (id: string): Promise<Outcome[]> =>
      (await insist('GET', `/api/runs/${id}?outcomes=all&limit=1000`, Date.now() + limitMs)).outcomes ?? [],
  }
}
export type Runs = ReturnType<typeof createRuns>
