import { isCarriedOut, isReleased, type PendingDecision } from '../../core/decisions/pending-decision.ts'
import type { PageState } from '../../core/page/page-state.ts'
import { awaitedOn } from '../../core/page/waiting-draft.ts'
import { exceptUndone, keepUndone } from '../../core/plan/undone.ts'
import { undoneIn, type Snapshot, type Undone } from '../../core/record/snapshot.ts'
import type { PageChange, WriteChange } from '../../core/run/change.ts'
import { fileKey } from '../../core/text/signed-url.ts'
import { yieldToEventLoop } from '../../lib/yield-to-event-loop.ts'
import type { SyncDeps } from '../deps.ts'
import { readLinks } from '../plan/read-links.ts'
import { readMedia } from '../plan/read-media.ts'
import { readSuccessors } from '../plan/read-successors.ts'
import { assertRenderable } from './assert-renderable.ts'
import { findCurrentPages } from './find-current-pages.ts'
import { findLostImages } from '../runs/find-lost-images.ts'
import { readOrUndefined } from '../runs/read-despite-damage.ts'
import type { CurrentPage, ResolvedItem, ResolvedRevert } from './page-item.ts'
import { findTerms } from './find-terms.ts'
import { renderWanted, type OnSite } from './render-wanted.ts'
import { isNoticeUpdate, resolveNotice } from './resolve-notice.ts'
import { resolveReverts } from './resolve-reverts.ts'

export type Resolved = {
  items: ResolvedItem[]
  reverts: ResolvedRevert[]
  site: Omit<OnSite, 'links'>
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
  const [current, { termOf, faultOf }] = await Promise.all([
    findCurrentPages(deps, runId, changes, signal),
    findTerms(deps, products, { create: readOnly !== true }, signal),
  ])
  const [mediaOf, snapshots, decisions, states, linksOf] = await Promise.all([
    readMedia(deps, products),
    deps.snapshots.read(changes),
    deps.decisions.read(changes),
    readOrUndefined(changes, (some) => deps.pageStates.read(some)),
    readLinks(deps, runId, changes, 'uploaded'),
  ])
  const noticed = changes.filter((change, index) => isNoticeUpdate({ change, snapshot: snapshots[index] }))
  const successorOf = await readSuccessors(deps, runId, noticed)
  const ours = current.flatMap(({ current: now }, index) =>
    now.state === 'ours' ? [{ mirrored: now.mirrored, snapshot: snapshots[index] }] : [],
  )
  const lost = await findLostImages(deps, ours, signal)
  const items: ResolvedItem[] = []
  for await (const [index, found] of yieldToEventLoop([...current.entries()])) {
    const links = linksOf(found.change)
    const snapshot = snapshots[index]
    const isLost = found.current.state === 'ours' && lost.has(found.current.mirrored)
    const lostImage = isLost ? { lostImage: true as const } : {}
    if (isNoticeUpdate({ change: found.change, snapshot })) {
      const successor = successorOf(found.change)
      const undone = undoneIn(snapshot)
      const decision = readOnly === true ? undefined : applicable(decisions[index], found.change, undone)
      items.push(
        resolveNotice(deps, { ...found, ...lostImage, snapshot, decision, undone }, { successor, jsonLd }),
      )
      continue
    }
    const site = { mediaOf, links, termOf, jsonLd }
    const rendered = renderWanted(deps, { ...found, ...lostImage, snapshot }, site)
    // A restored image that was deleted from the library cannot be kept.
    const shown = isLost ? exceptUndone(snapshot, ['featuredMedia']) : snapshot
    const lasting = isReleased(decisions[index]) ? exceptUndone(snapshot, 'all') : shown
    const { wanted, undone } = keepUndone(found.change, lasting, rendered)
    const decision = readOnly === true ? undefined : applicable(decisions[index], found.change, undone)
    const hasFile = (url: string): boolean =>
      url === fileKey(found.change.product.image) ? wanted.featuredMedia !== 0 : mediaOf(url) !== undefined
    const lacks = deps.renderer.missingFields(found.change.product, hasFile)
    const awaits = awaitedNow(found.current, { snapshot, seen: states[index] })
    const once = deps.renderer.renderOnce(found.change.product, mediaOf, termOf)
    const fault = faultOf(found.change.product)
    const now = fault
      ? ({ state: 'unclear', reason: { code: 'term-refused', ...fault } } as const)
      : found.current
    items.push({
      ...found,
      current: now,
      ...lostImage,
      wanted,
      once,
      lacks,
      awaits,
      links: links.digest,
      undone,
      snapshot,
      decision,
    })
  }
  const undone = planned.filter((change) => change.kind === 'revert')
  return {
    items,
    site: { mediaOf, termOf, jsonLd },
    reverts: await resolveReverts(deps, { runId, jsonLd }, undone, signal),
  }
}

function awaitedNow(
  current: CurrentPage,
  { snapshot, seen }: { snapshot: Snapshot | undefined; seen: PageState | undefined },
): readonly string[] | undefined {
  if (current.state !== 'ours') return undefined
  const isKnown = snapshot?.pageId === current.mirrored.page.id
  return awaitedOn(current.mirrored, { isKnown, seen })
}

function applicable(
  decision: PendingDecision | undefined,
  { product, digest }: WriteChange,
  undone: Undone | undefined,
): PendingDecision | undefined {
  if (decision === undefined) return undefined
  const isApplied = decision.kind === 'hold' || isCarriedOut(decision, { product, digest, undone })
  return isApplied ? decision : undefined
}
