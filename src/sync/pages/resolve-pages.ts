import { isCarriedOut, type PendingDecision } from '../../core/decisions/pending-decision.ts'
import type { PageChange, WriteChange } from '../../core/run/change.ts'
import { yieldToEventLoop } from '../../lib/yield-to-event-loop.ts'
import type { SyncDeps } from '../deps.ts'
import { readLinks } from '../plan/read-links.ts'
import { readMedia } from '../plan/read-media.ts'
import { assertRenderable } from './assert-renderable.ts'
import { findCurrentPages } from './find-current-pages.ts'
import { findLostImages } from './find-lost-images.ts'
import type { ResolvedItem, ResolvedRevert } from './page-item.ts'
import { renderWanted } from './render-wanted.ts'
import { resolveReverts } from './resolve-reverts.ts'

export type Resolved = {
  items: ResolvedItem[]
  reverts: ResolvedRevert[]
  mediaOf: Awaited<ReturnType<typeof readMedia>>
}

/** First pass: reads the current pages, the stored data and the decisions, and renders the wanted content. */
export async function resolvePages(
  deps: SyncDeps,
  { runId, readOnly }: { runId: string; readOnly?: boolean },
  planned: readonly PageChange[],
  signal: AbortSignal,
): Promise<Resolved> {
  const changes = planned.filter((change) => change.kind !== 'revert')
  const products = changes.map(({ product }) => product)
  assertRenderable(products)
  const current = await findCurrentPages(deps, runId, changes, signal)
  const [mediaOf, snapshots, decisions, linksOf] = await Promise.all([
    readMedia(deps, products),
    deps.snapshots.read(changes),
    deps.decisions.read(changes),
    readLinks(deps, runId, changes),
  ])
  const lost = await findLostImages(deps, current, snapshots, signal)
  const items: ResolvedItem[] = []
  for await (const [index, found] of yieldToEventLoop([...current.entries()])) {
    const { others, digest: links } = linksOf(found.change)
    const snapshot = snapshots[index]
    const lostImage = lost.has(found) ? { lostImage: true as const } : {}
    const wanted = renderWanted(deps, { ...found, ...lostImage, snapshot }, mediaOf, others)
    const decision = readOnly === true ? undefined : applicable(decisions[index], found.change)
    items.push({ ...found, ...lostImage, wanted, links, snapshot, decision })
  }
  const undone = planned.filter((change) => change.kind === 'revert')
  return { items, mediaOf, reverts: await resolveReverts(deps, runId, undone, signal) }
}

function applicable(decision: PendingDecision | undefined, change: WriteChange): PendingDecision | undefined {
  if (decision === undefined) return undefined
  return decision.kind === 'hold' || isCarriedOut(decision, change) ? decision : undefined
}
