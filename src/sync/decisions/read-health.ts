import { stateOf } from '../../core/decisions/record-state.ts'
import { recordId } from '../../core/record/record.ts'
import type { StoredHealth } from '../../core/views/health.ts'
import type { SyncDeps } from '../deps.ts'
import { countStaleLinks } from './count-stale-links.ts'
import { findDecisions } from './list-decisions.ts'
import { readFacts, type FactSources } from './read-facts.ts'

type Deps = FactSources & Pick<SyncDeps, 'staleLinks' | 'movedLanguages'>

/** The last run of each kind is searched in this many runs. */
const readRuns = 400

/** Reads the state on which the health of a mirror depends, without reading every record. */
export async function readHealth(deps: Deps): Promise<StoredHealth> {
  const [recent, waiting, open, failing, missingFiles, staleLinks] = await Promise.all([
    deps.runs.list(readRuns),
    deps.runs.waiting(),
    findDecisions(deps, { kind: 'open' }),
    deps.failing.count(),
    countMissingFiles(deps),
    countStaleLinks(deps),
  ])
  const held = waiting.filter(({ state }) => state === 'held')
  return { recent, held, records: { undecided: open.length, failing, missingFiles }, staleLinks }
}

/** Counts the pages that lack a file, except those that need attention for another reason. */
async function countMissingFiles(deps: FactSources): Promise<number> {
  const missing = new Set<string>()
  for await (const entries of deps.missingAssets.scan()) {
    const keys = entries.map(({ key }) => key)
    const facts = await readFacts(deps, keys)
    for (const [at, key] of keys.entries())
      if (stateOf(facts[at] ?? {}) === 'missing-asset') missing.add(recordId(key))
  }
  return missing.size
}
