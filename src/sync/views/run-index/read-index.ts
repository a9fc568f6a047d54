import { activeStates, type Run } from '../../../core/run/run.ts'
import type { RunIndex } from '../../../core/views/run-index.ts'
import type { RunDeps } from '../../deps.ts'
import { buildIndex, fewRecords } from '../../runs/run-index/index-run.ts'

/** An index as of a time in ms; `isLate` if the run has written since. */
export type ReadIndex = { index: RunIndex; at: number; isLate: boolean }

type Known = ReadIndex & { runId: string; key: string; tookMs: number }

type Limits = {
  /** How long a page waits for an index that has to be made; then it is shown without. */
  waitMs?: number
  /** An older index of an active run is shown for this time, and for ten times as long as making it took. */
  lateMs?: number
}

/**
 * Reads the indexes of runs for their pages. The last one is kept, because an operator opens its pages one after the other.
 * A missing one is made once, however many pages wait for it; undefined while that takes long.
 */
export function createIndexReader(deps: RunDeps, { waitMs = 5_000, lateMs = 10_000 }: Limits = {}) {
  let last: Known | undefined
  const making = new Map<string, Promise<Known>>()

  async function make(run: Run, key: string, revision: number, isSmall: boolean): Promise<Known> {
    const at = deps.now().getTime()
    const startedAt = performance.now()
    const index = await buildIndex(deps, run)
    const known = { runId: run.id, key, index, at, isLate: false, tookMs: performance.now() - startedAt }
    if (isSmall) return known
    last = known
    if (!activeStates.includes(run.state)) await deps.runIndexes.save(run, { revision, index })
    return known
  }

  return async (run: Run): Promise<ReadIndex | undefined> => {
    const { id, state, finishedAt } = run
    const { records, revision } = await deps.runIndexes.sizeOf(run)
    const key = [id, state, finishedAt, records, revision].join(' ')
    if (records <= fewRecords) return make(run, key, revision, true)
    if (last?.key === key) return last
    const isActive = activeStates.includes(state)
    const older = isActive && last?.runId === id ? { ...last, isLate: true } : undefined
    if (older && deps.now().getTime() - older.at < Math.max(lateMs, 10 * older.tookMs)) return older
    const stored = isActive ? undefined : await deps.runIndexes.read(run, revision)
    if (stored !== undefined) {
      last = { runId: id, key, index: stored, at: deps.now().getTime(), isLate: false, tookMs: 0 }
      return last
    }
    // An active run changes all the time, but only one index of it is made at a time.
    const task = isActive ? id : key
    const made = making.get(task) ?? make(run, key, revision, false).finally(() => making.delete(task))
    making.set(task, made)
    const known = await within(made, waitMs)
    return known === undefined ? older : { ...known, isLate: known.key !== key }
  }
}

/** The promise's value; undefined if it takes longer. */
async function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(late.resolve, ms, undefined)
  try {
    return await Promise.race([promise, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
