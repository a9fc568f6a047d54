import type { RetireChange } from '../../core/plan/change.ts'
import { plural } from '../../core/record/plural.ts'
import { addNotes } from '../runs/add-notes.ts'
import type { SyncDeps } from '../deps.ts'
import { readReadable } from '../runs/readable.ts'
import type { Run } from '../../core/record/run.ts'
import { skipHeld } from '../plan/skip-held.ts'

/**
 * Plans the retirement of pages whose product left the catalogue or whose language is no longer mirrored. An unreadable
 * catalogue entry may hide a product. Then as many runs in a row must miss it as for a product that the partner does
 * not have.
 */
export async function planDelisted(deps: SyncDeps, run: Run): Promise<void> {
  let waiting = 0
  for (const language of await deps.snapshots.languages()) {
    const listed = run.languages.includes(language)
    for await (const page of deps.snapshots.scan(language)) {
      const mirrored = page.filter(({ head }) => head.state === 'mirrored')
      if (mirrored.length === 0) continue
      const inCatalog = await deps.runs.inCatalog(
        run.id,
        mirrored.map(({ gtin }) => gtin),
      )
      const reason = listed ? 'left the catalogue' : 'language no longer mirrored'
      const gone = mirrored
        .filter((_, index) => !listed || !inCatalog[index])
        .map(({ gtin, head }): RetireChange => ({
          gtin,
          language,
          kind: 'retire',
          pageId: head.pageId,
          reason,
        }))
      const sure = listed && run.unreadable ? await onlyOftenMissed(deps, run, gone) : gone
      waiting += gone.length - sure.length
      const { found, damaged } = await readReadable(sure, (some) => skipHeld(deps, run.id, some))
      await deps.runs.saveOutcomes(run.id, [...damaged, ...found.outcomes])
      await deps.plans.save(run.id, found.free)
    }
  }
  if (waiting > 0) await noteWaiting(deps, run, waiting)
}

async function onlyOftenMissed(
  { snapshots, policy }: SyncDeps,
  run: Run,
  gone: readonly RetireChange[],
): Promise<RetireChange[]> {
  const misses = await snapshots.countMisses(gone, run.id, run.kind !== 'sync')
  return gone.filter((_, index) => (misses[index] ?? 0) >= policy.retireAfterMisses)
}

async function noteWaiting({ runs, policy }: SyncDeps, run: Run, waiting: number): Promise<void> {
  const pages = `${waiting} ${plural(waiting, 'page was', 'pages were')}`
  const note = `${pages} not retired although the product left the catalogue: ${run.unreadable} catalogue entries could not be read, and the product may be one of them. Fix the catalogue; after ${policy.retireAfterMisses} runs in a row without the product, its page is retired anyway`
  await addNotes({ runs }, run.id, [note])
}
