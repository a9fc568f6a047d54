import { isCarriedOut, type PendingDecision } from '../../core/decisions/pending-decision.ts'
import type { PageChange, WriteChange } from '../../core/plan/change.ts'
import type { SyncDeps } from '../deps.ts'
import { readLinks } from '../plan/read-links.ts'
import { readMedia } from '../plan/read-media.ts'
import { assertRenderable } from './assert-renderable.ts'
import { findCurrentPages, type CurrentPages } from './find-current-pages.ts'
import type { ResolvedItem, ResolvedRevert } from './page-item.ts'
import { resolveReverts } from './resolve-reverts.ts'

export type Resolved = {
  items: ResolvedItem[]
  reverts: readonly ResolvedRevert[]
  mediaOf: Awaited<ReturnType<typeof readMedia>>
}

/** What is known of the pages of a job's records: one look at the CMS for all of them. */
export type CurrentRecords = { pages: CurrentPages; reverts: readonly ResolvedRevert[] }

/** Reads the current pages of at most 100 changes, and what is to be put back there. */
export async function readCurrent(
  deps: SyncDeps,
  runId: string,
  planned: readonly PageChange[],
  signal: AbortSignal,
): Promise<CurrentRecords> {
  const reverts = planned.filter((change) => change.kind === 'revert')
  return {
    pages: await findCurrentPages(deps, runId, planned, signal),
    reverts: await resolveReverts(deps, runId, reverts, signal),
  }
}

/** First pass: reads what is stored and what people decided; renders what is wanted beside the current pages. */
export async function resolvePages(
  deps: SyncDeps,
  { runId, readOnly }: { runId: string; readOnly?: boolean },
  planned: readonly PageChange[],
  current: CurrentRecords,
): Promise<Resolved> {
  const changes = planned.filter((change) => change.kind !== 'revert')
  const products = changes.map(({ product }) => product)
  assertRenderable(products)
  const [mediaOf, snapshots, decisions, linksOf] = await Promise.all([
    readMedia(deps, products),
    deps.snapshots.read(changes),
    deps.decisions.read(changes),
    readLinks(deps, runId, changes),
  ])
  const items = changes.flatMap((change, index): ResolvedItem[] => {
    const found = current.pages.get(change)
    if (found === undefined) return []
    const { others, digest: links } = linksOf(change)
    const wanted = deps.renderer.render(change.product, mediaOf, others)
    const decision = readOnly === true ? undefined : applicable(decisions[index], change)
    return [{ ...found, change, wanted, links, snapshot: snapshots[index], decision }]
  })
  return { items, mediaOf, reverts: current.reverts.filter(({ change }) => planned.includes(change)) }
}

function applicable(decision: PendingDecision | undefined, change: WriteChange): PendingDecision | undefined {
  if (decision === undefined) return undefined
  return decision.kind === 'hold' || isCarriedOut(decision, change) ? decision : undefined
}
