import { countStates } from '../../core/decisions/state-matrix.ts'
import { isUndecided } from '../../core/decisions/waiting.ts'
import type { MirrorFacts } from '../../core/report/problems.ts'
import { recordId } from '../../core/record/record.ts'
import type { SyncDeps } from '../deps.ts'
import { readStates, type StateSources } from './read-states.ts'

type Deps = StateSources & Pick<SyncDeps, 'conflicts' | 'suspects' | 'decisions'>

/** Counts the records that need attention; held records have a decision and do not count. */
export async function countRecords(deps: Deps): Promise<MirrorFacts['records']> {
  const [undecided, { cells }] = await Promise.all([countUndecided(deps), readStates(deps)])
  const states = countStates(cells)
  return {
    undecided,
    failing: states.failing + states.quarantined,
    missingAssets: states['missing-asset'],
  }
}

/** Counts the records that have a conflict or a suspicious version, but no decision. */
async function countUndecided({
  conflicts,
  suspects,
  decisions,
}: Pick<SyncDeps, 'conflicts' | 'suspects' | 'decisions'>): Promise<number> {
  const undecided = new Set<string>()
  for (const table of ['conflict', 'suspect'] as const) {
    const pages = table === 'conflict' ? conflicts.scan() : suspects.scan()
    for await (const entries of pages) {
      const pending = await decisions.read(entries.map(({ key }) => key))
      for (const [index, { key, value }] of entries.entries()) {
        const decided = pending[index]
        if (isUndecided({ ...key, [table]: value, ...(decided && { pending: decided }) }))
          undecided.add(recordId(key))
      }
    }
  }
  return undecided.size
}
