import { isCarriedOut, type PendingDecision } from '../../core/decisions/pending-decision.ts'
import type { PageChange, WriteChange } from '../../core/run/change.ts'
import { yieldToEventLoop } from '../../lib/yield-to-event-loop.ts'
import type { SyncDeps } from '../deps.ts'
import { readLinks } from '../plan/read-links.ts'
import { readMedia } from '../plan/read-media.ts'
import { readSuccessors } from '../plan/read-successors.ts'
import { assertRenderable } from './assert-renderable.ts'
import { findCurrentPages } from './find-current-pages.ts'
import { findLostImages } from './find-lost-images.ts'
import type { ResolvedItem, ResolvedRevert } from './page-item.ts'
import { findTerms } from './find-terms.ts'
import { renderWanted, type OnSite } from './render-wanted.ts'
import { isNoticeUpdate, resolveNotice } from './resolve-notice.ts'
import { resolveReverts } from './resolve-reverts.ts'

export type Resolved = {
  items: ResolvedItem[]
  reverts: ResolvedRevert[]
  site: Omit<OnSite, 'others'>
}

/** First pass: reads the current pages, the stored data and the decisions, and renders the wanted content. */
export async function resolvePages(
  deps: SyncDeps,
  { runId, readOnly, jsonLd }: { runId: string; readOnly?: boolean; jsonLd: boolean },
  planned: readonly PageChange[],
  signal: AbortSignal,
): Promise<Resolved> {
  const changes = planned.filter((change) => change.kind !== 'revert')
  const products = changes.map(({ product }) => product)
  assertRenderable(products)
  const current = await findCurrentPages(deps, runId, changes, signal)
  const [mediaOf, { termOf, faultOf }, snapshots, decisions, linksOf] = await Promise.all([
    readMedia(deps, products),
    findTerms(deps, products, { create: readOnly !== true }, signal),
    deps.snapshots.read(changes),
    deps.decisions.read(changes),
    readLinks(deps, runId, changes),
  ])
  const noticed = changes.filter((change, index) => isNoticeUpdate({ change, snapshot: snapshots[index] }))
  const successorOf = await readSuccessors(deps, runId, noticed)
  const lost = await findLostImages(deps, current, snapshots, signal)
  const items: ResolvedItem[] = []
  for await (const [index, found] of yieldToEventLoop([...current.entries()])) {
    const { others, digest: links } = linksOf(found.change)
    const snapshot = snapshots[index]
    const lostImage = lost.has(found) ? { lostImage: true as const } : {}
    const decision = readOnly === true ? undefined : applicable(decisions[index], found.change)
    if (isNoticeUpdate({ change: found.change, snapshot })) {
      const successor = successorOf(found.change)
      items.push(resolveNotice(deps, { ...found, ...lostImage, snapshot, decision }, { successor, jsonLd }))
      continue
    }
    const site = { mediaOf, others, termOf, jsonLd }
    const wanted = renderWanted(deps, { ...found, ...lostImage, snapshot }, site)
    const once = deps.renderer.renderOnce(found.change.product, mediaOf, termOf)
    const fault = faultOf(found.change.product)
    const now = fault
      ? ({ state: 'unclear', reason: { code: 'term-refused', ...fault } } as const)
      : found.current
    items.push({ ...found, current: now, ...lostImage, wanted, once, links, snapshot, decision })
  }
  const undone = planned.filter((change) => change.kind === 'revert')
  return {
    items,
    site: { mediaOf, termOf, jsonLd },
    reverts: await resolveReverts(deps, runId, undone, signal),
  }
}

function applicable(decision: PendingDecision | undefined, change: WriteChange): PendingDecision | undefined {
  if (decision === undefined) return undefined
  return decision.kind === 'hold' || isCarriedOut(decision, change) ? decision : undefined
}
