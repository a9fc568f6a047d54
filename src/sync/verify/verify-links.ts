import type { Run } from '../../core/record/run.ts'
import { recordId } from '../../core/record/record.ts'
import { inChunks, withValues } from '../../lib/chunks.ts'
import type { SyncDeps } from '../deps.ts'
import { findOutdated } from '../plan/find-stale-links.ts'
import { recordFindings, readSnapshots } from './record-findings.ts'

const gtinsAtOnce = 20

const detail =
  'it links pages in other languages at addresses that are not current; the next sync updates the links'

/** Checks after all pages were read that mirrored pages link the current addresses of the other languages. */
export async function verifyLinks(deps: SyncDeps, run: Run): Promise<void> {
  const gtins = new Set<string>()
  for (const language of await deps.snapshots.languages())
    for (const gtin of (await deps.snapshots.gtins(language)).all) gtins.add(gtin)
  for (const group of inChunks([...gtins], gtinsAtOnce)) {
    const stale = await findOutdated(deps, group)
    if (stale.length === 0) continue
    const read = await readSnapshots(deps, run.id, stale)
    const known = withValues(
      read.map(({ entry }) => entry),
      read.map(({ snapshot }) => snapshot),
    )
    const planned = await deps.plans.kinds(
      run.id,
      known.map(([key]) => recordId(key)),
    )
    await recordFindings(
      deps,
      run,
      known.map(([{ gtin, language }, snapshot], index) => {
        const { pageId, link } = snapshot
        const finding = {
          gtin,
          language,
          kind: 'links',
          pageId,
          ...(link !== undefined && { link }),
          detail,
        } as const
        // A page that another repair writes gets the right links with it.
        return planned[index] === undefined ? { finding, snapshot } : { finding }
      }),
    )
  }
}
