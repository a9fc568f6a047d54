import type { RetireChange } from '../../core/plan/change.ts'
import { countOf } from '../../core/report/format.ts'
import { addNotes } from '../runs/add-notes.ts'
import type { SyncDeps } from '../deps.ts'
import { readReadable } from '../runs/readable.ts'
import type { Run } from '../../core/record/run.ts'
import { onlyOftenMissed } from '../plan/plan-chunk.ts'
import { skipHeld } from '../plan/skip-held.ts'

/**
 * Plans the retirement of pages whose product left the catalogue or whose language is no longer mirrored. An unreadable
 * catalogue entry may hide a product. Then as many runs in a row must miss it as for a product that the partner does
 * not have.
 */
export async function planDelisted(deps: SyncDeps, run: Run): Promise<void> {
  const { snapshots, runs, policy } = deps
  let waiting = 0
  for (const language of await snapshots.languages()) {
    const mirrorsLanguage = run.languages.includes(language)
    const reason = mirrorsLanguage ? 'left the catalogue' : 'language no longer mirrored'
    for await (const page of snapshots.scan(language)) {
      const mirrored = page.flatMap(({ gtin, head: { state, pageId } }): RetireChange[] =>
        state === 'mirrored' ? [{ gtin, language, kind: 'retire', pageId, reason }] : [],
      )
      if (mirrored.length === 0) continue
      const inCatalog = await runs.inCatalog(
        run.id,
        mirrored.map(({ gtin }) => gtin),
      )
      const gone = mirrored.filter((_, index) => !mirrorsLanguage || !inCatalog[index])
      const sure =
        mirrorsLanguage && run.unreadable
          ? await onlyOftenMissed(deps, gone, run.id, run.kind !== 'sync')
          : gone
      waiting += gone.length - sure.length
      const { found, damaged } = await readReadable(sure, (some) => skipHeld(deps, run.id, some))
      await runs.saveOutcomes(run.id, [...damaged, ...found.outcomes])
      await deps.plans.save(run.id, found.free)
    }
  }
  if (waiting === 0) return
  const pages = countOf(waiting, 'page was', 'pages were')
  const entries = countOf(run.unreadable ?? 0, 'catalogue entry', 'catalogue entries')
  const note = `${pages} not retired although the product left the catalogue: ${entries} could not be read, and the product may be one of them. Fix the catalogue; after ${policy.retireAfterMisses} runs in a row without the product, its page is retired anyway`
  await addNotes(deps, run.id, [note])
}
