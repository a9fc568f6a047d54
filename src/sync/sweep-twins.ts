import { isUntouched } from '../core/compose.ts'
import type { Page, PageWrite } from '../core/page.ts'
import { slugOf, toRecordKey, type RecordKey } from '../core/record.ts'
import { findBlock } from '../core/block/find.ts'
import { inChunks } from '../lib/chunks.ts'
import type { SyncDeps } from './deps.ts'

type Deps = Pick<SyncDeps, 'cms' | 'snapshots' | 'writes' | 'log'>

const recordsPerLookup = 40
const numbers = [2, 3, 4, 5]

/**
 * Looks for twins of the records whose creates had an unknown outcome in this run, and puts those that nobody touched
 * into the trash; the page that the snapshot knows stays. Answers how many went.
 */
export async function sweepTwins(deps: Deps, runId: string, signal: AbortSignal): Promise<number> {
  const keys = (await deps.writes.uncertain(runId)).map(toRecordKey)
  let swept = 0
  for (const group of inChunks(keys, recordsPerLookup)) {
    const slugs = group.flatMap((key) => numbers.map((number) => `${slugOf(key)}-${number}`))
    const found = await deps.cms.findPages(slugs, signal)
    if (found.length === 0) continue
    const snapshots = await deps.snapshots.read(group)
    const twins = group.flatMap((key, index) => {
      const snapshot = snapshots[index]
      return snapshot === undefined
        ? []
        : found.filter((page) => isTwin(key, page, snapshot.pageId) && isUntouched(key, page, snapshot.base))
    })
    for (const batch of inChunks(twins, 25)) {
      await deps.cms.writePages(
        batch.map(({ id }): PageWrite => ({ kind: 'delete', id, force: false })),
        signal,
      )
    }
    for (const { id, slug } of twins)
      deps.log.warn({ runId, removed: id, slug }, 'page twin put into the trash')
    swept += twins.length
  }
  return swept
}

function isTwin(key: RecordKey, page: Page, boundId: number): boolean {
  const numbered = numbers.some((number) => page.slug === `${slugOf(key)}-${number}`)
  return (
    numbered && page.id !== boundId && page.status !== 'trash' && findBlock(page.content, key).state === 'ok'
  )
}
