import { isUndecided } from '../../core/decisions/waiting.ts'
import type { MirrorFacts } from '../../core/report/problems.ts'
import { recordId } from '../../core/record/record.ts'
import type { SyncDeps } from '../deps.ts'

type Deps = Pick<SyncDeps, 'conflicts' | 'suspects' | 'decisions' | 'failing' | 'missingAssets'>

/** Counts the records that need attention. */
export async function countRecords(deps: Deps): Promise<MirrorFacts['records']> {
  const [undecided, failing, missingAssets] = await Promise.all([
    countUndecided(deps),
    deps.failing.count(),
    deps.missingAssets.count(),
  ])
  return { undecided, failing, missingAssets }
}

/** Counts the records that have a conflict or a suspicious version, but no decision. */
async function countUndecided({ conflicts, suspects, decisions }: Deps): Promise<number> {
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
