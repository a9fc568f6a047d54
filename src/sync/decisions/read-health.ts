import { stateOf } from '../../core/report/record-state.ts'
import { isOpen } from '../../core/decisions/open-decision.ts'
import { recordId } from '../../core/record/record.ts'
import type { StoredHealth } from '../../core/views/health.ts'
import type { Stores } from '../../store/stores.ts'
import { countStaleLinks } from './count-stale-links.ts'

/** The last run of each kind is searched in this many runs. */
const readRuns = 400

/** Reads the state on which the health of a mirror depends, without reading every record. */
export async function readHealth(deps: Stores): Promise<StoredHealth> {
  const [recent, waiting, undecided, failing, missingFiles, staleLinks] = await Promise.all([
    deps.runs.list(readRuns),
    deps.runs.waiting(),
    countUndecided(deps),
    deps.failing.count(),
    countMissingFiles(deps),
    countStaleLinks(deps),
  ])
  const held = waiting.filter(({ state }) => state === 'held')
  return { recent, held, records: { undecided, failing, missingFiles }, staleLinks }
}

/** Counts the records that have a conflict or a suspicious version, but no decision. */
export async function countUndecided({ conflicts, suspects, decisions }: Stores): Promise<number> {
  const undecided = new Set<string>()
  for (const table of [conflicts, suspects])
    for await (const entries of table.scan()) {
      const keys = entries.map(({ key }) => key)
      const pending = await decisions.read(keys)
      for (const key of keys.filter((_, at) => isOpen(pending[at]))) undecided.add(recordId(key))
    }
  return undecided.size
}

/** Counts the visible pages that lack a file and may be written; one that fails counts twice. */
async function countMissingFiles(deps: Stores): Promise<number> {
  const missing = new Set<string>()
  for await (const entries of deps.missingAssets.scan()) {
    const keys = entries.map(({ key }) => key)
    const [heads, pageStates, pending, suspects] = await Promise.all([
      deps.snapshots.heads(keys),
      deps.pageStates.read(keys),
      deps.decisions.read(keys),
      deps.suspects.read(keys),
    ])
    for (const [at, { key, value }] of entries.entries()) {
      const facts = {
        head: heads[at],
        pageState: pageStates[at],
        pending: pending[at],
        suspect: suspects[at],
      }
      if (stateOf({ ...facts, missingAssets: value }) === 'missing-asset') missing.add(recordId(key))
    }
  }
  return missing.size
}
