import type { RetireChange } from '../../core/run/change.ts'
import { judgeListing } from '../../core/plan/delisted.ts'
import { explainStaying, type Staying } from '../../core/report/staying.ts'
import { addNotes } from '../runs/add-notes.ts'
import type { SyncDeps } from '../deps.ts'
import { readSkippingDamaged } from '../runs/read-despite-damage.ts'
import type { Run } from '../../core/run/run.ts'
import { confirmedAbsent } from '../plan/count-misses.ts'
import { skipHeld } from '../plan/skip-held.ts'

/**
 * Plans the retirement of pages whose product left the catalogue or whose language is no longer mirrored. Both lists
 * may be incomplete for one night, so a page must be missed as often as one of a product that the partner does not
 * have. While catalogue entries are unreadable, products missing in the catalogue stay.
 */
export async function planDelisted(deps: SyncDeps, run: Run): Promise<void> {
  const { snapshots, runs, policy } = deps
  const { unreadable = 0, languages: mirrored } = run
  const staying: Staying = { hidden: 0, left: 0, languages: new Map() }
  for (const language of await snapshots.languages()) {
    for await (const page of snapshots.scan(language)) {
      const shown = page.filter(({ head }) => head.state === 'mirrored')
      if (shown.length === 0) continue
      const inCatalog = await runs.inCatalog(
        run.id,
        shown.map(({ gtin }) => gtin),
      )
      const sure: RetireChange[] = []
      const unsure: RetireChange[] = []
      for (const [index, { gtin, head }] of shown.entries()) {
        const listing = { language, inCatalog: inCatalog[index] === true, unreadable, mirrored }
        const judged = judgeListing({ ...listing, wanted: deps.languages })
        if (judged === 'hidden') staying.hidden++
        else if (judged !== undefined)
          (judged.isSure ? sure : unsure).push({
            gtin,
            language,
            kind: 'retire',
            pageId: head.pageId,
            reason: judged.reason,
          })
      }
      const missed = await confirmedAbsent(
        deps,
        { runId: run.id, place: 'list', dryRun: run.kind !== 'sync' },
        unsure,
      )
      countStaying(staying, unsure, missed)
      const gone = [...sure, ...missed]
      const { found, damaged } = await readSkippingDamaged(gone, (some) => skipHeld(deps, run.id, some))
      await runs.saveOutcomes(run.id, [...damaged, ...found.outcomes])
      await deps.plans.save(run.id, found.free)
    }
  }
  await addNotes(deps, run.id, explainStaying(staying, { unreadable, ...policy }))
}

function countStaying(staying: Staying, all: readonly RetireChange[], gone: readonly RetireChange[]): void {
  const retired = new Set(gone)
  for (const change of all) {
    if (retired.has(change)) continue
    const { language, reason } = change
    if (reason === 'left the catalogue') staying.left++
    else staying.languages.set(language, (staying.languages.get(language) ?? 0) + 1)
  }
}
