import { isCarriedOut, type PendingDecision } from '../../core/decisions/pending-decision.ts'
import type { WriteChange } from '../../core/plan/change.ts'
import type { SyncDeps } from '../deps.ts'
import { readLinks } from '../plan/read-links.ts'
import { readMedia } from '../plan/read-media.ts'
import { findCurrentPages } from './find-current-pages.ts'
import type { ResolvedItem } from './page-item.ts'

export type Resolved = { items: ResolvedItem[]; mediaOf: Awaited<ReturnType<typeof readMedia>> }

/** First pass: reads what the CMS holds, what is stored, and what people decided; renders what is wanted. */
export async function resolvePages(
  deps: SyncDeps,
  { runId, readOnly }: { runId: string; readOnly?: boolean },
  changes: readonly WriteChange[],
  signal: AbortSignal,
): Promise<Resolved> {
  const current = await findCurrentPages(deps, runId, changes, signal)
  const products = changes.map(({ product }) => product)
  const [mediaOf, snapshots, decisions, linksOf] = await Promise.all([
    readMedia(deps, products),
    deps.snapshots.read(changes),
    deps.decisions.read(changes),
    readLinks(deps, runId, changes),
  ])
  const items = current.map((found, index): ResolvedItem => {
    const { others, digest: links } = linksOf(found.change)
    const wanted = deps.renderer.render(found.change.product, mediaOf, others)
    const decision = readOnly === true ? undefined : applicable(decisions[index], found.change)
    return { ...found, wanted, links, snapshot: snapshots[index], decision }
  })
  return { items, mediaOf }
}

function applicable(decision: PendingDecision | undefined, change: WriteChange): PendingDecision | undefined {
  if (decision === undefined) return undefined
  return decision.kind === 'hold' || isCarriedOut(decision, change) ? decision : undefined
}
