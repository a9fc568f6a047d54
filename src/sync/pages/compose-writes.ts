import type { ReasonOf } from '../../core/reasons/reason.ts'
import type { CmsType } from '../../contracts/cms/page.ts'
import { composeCreate, type Place } from '../../core/page/compose.ts'
import { readOf } from '../../core/page/landed.ts'
import { fixingBody } from '../../core/page/lost-edit.ts'
import type { MirroredPage } from '../../core/page/mirrored-page.ts'
import { digestOf } from '../../core/text/digest.ts'
import type { Product } from '../../core/record/product.ts'
import { createdSlug } from '../../core/record/record.ts'
import { seoOf } from '../../core/record/seo.ts'
import { failed } from '../batches/stamp-outcome.ts'
import { yieldToEventLoop } from '../../lib/yield-to-event-loop.ts'
import type { SyncDeps } from '../deps.ts'
import { heldOutcome } from '../plan/skip-held.ts'
import type { Commit } from '../ports/writes.ts'
import { commitOlder, commitTrashed, commitUnwritten } from './commit-unwritten.ts'
import { composeBody, isLandedCreate, statusFor } from './compose-body.ts'
import type {
  ClassifiedItem,
  ExistingItem,
  ForeignItem,
  NewItem,
  PendingRevert,
  PendingWrite,
} from './page-item.ts'
import { composeRevert } from './compose-reverts.ts'

type Input = { runId: string; parents: Record<string, number>; readOnly?: boolean }

/** `waitMs` above 0: some records wait for a write with a lost reply to land. */
export type ComposedWrites = {
  send: PendingWrite[]
  reverts: PendingRevert[]
  done: Commit[]
  waitMs: number
}

/** Third pass: the writes to send, the commits without a write, and the wait for the rest. */
export async function composeWrites(
  deps: SyncDeps,
  input: Input,
  items: readonly ClassifiedItem[],
): Promise<ComposedWrites> {
  const composed: ComposedWrites = { send: [], reverts: [], done: [], waitMs: 0 }
  // Before other jobs are rendered, so that the CMS is not idle.
  for await (const item of yieldToEventLoop(items, 'first')) {
    if (item.kind === 'waiting') composed.waitMs = Math.max(composed.waitMs, item.waitMs)
    else {
      const one = composeItem(deps, input, item)
      if ('outcome' in one) composed.done.push(one)
      else if ('undo' in one) composed.reverts.push(one)
      else composed.send.push(one)
    }
  }
  return composed
}

function composeItem(
  deps: SyncDeps,
  input: Input,
  item: Exclude<ClassifiedItem, { kind: 'waiting' }>,
): PendingWrite | PendingRevert | Commit {
  const { change } = item
  switch (item.kind) {
    case 'held':
      return { outcome: { ...heldOutcome(change, item.hold), at: deps.now().toISOString() } }
    case 'orphan':
      return { outcome: failed(deps, change, item.reason, { withOthers: true }) }
    case 'new':
      return composeNew(deps, input, item)
    case 'foreign':
      if (deps.policy.onSlugTaken === 'adopt') return composeOver(deps, input.runId, item, item.mirrored)
      return {
        outcome: failed(deps, change, foreignReason(item.mirrored), { pageId: item.mirrored.page.id }),
      }
    case 'trashed':
      return commitTrashed(deps, input.runId, item)
    case 'revert':
      return composeRevert(deps, input.runId, item)
    case 'ours':
    case 'landedWrite':
    case 'lostEdit': {
      const write = composeExisting(deps, input.runId, item)
      if (isEmpty(write)) return commitUnwritten(deps, input.runId, item, write)
      const isFound = input.readOnly === true && item.snapshot === undefined
      return isFound ? commitOlder(deps, input.runId, item, write) : write
    }
  }
}

/** Only posts have registered fields for search engines. */
function placeOf(cmsType: CmsType, parent: number, product: Product): Omit<Place, 'slug'> {
  if (cmsType === 'pages') return { parent }
  return cmsType === 'posts' ? { meta: seoOf(product) } : {}
}

function composeNew({ policy }: SyncDeps, { parents }: Input, item: NewItem): PendingWrite {
  const { change, slug, wanted, once, lacks, since, snapshot } = item
  const place = placeOf(policy.cmsType, parents[change.language] ?? 0, change.product)
  const waits = lacks.length > 0
  const status = statusFor(lacks, policy.pageStatus)
  const body = composeCreate(change, wanted, status, { ...place, slug, once, waits })
  return {
    key: change,
    item,
    body,
    write: { kind: 'create', body },
    left: [],
    reasons: waits ? [{ code: 'waits-for', fields: [...lacks] }] : [],
    known: item.intent,
    intent: { since, slug: createdSlug(change, slug), wrote: { digest: digestOf(wanted), left: [] } },
    before: { snapshot },
  }
}

function composeExisting(deps: SyncDeps, runId: string, item: ExistingItem): PendingWrite {
  if (item.kind !== 'lostEdit') return composeOver(deps, runId, item, item.mirrored)
  const { saved } = item
  const { page } = item.mirrored
  const write = composeOver(deps, runId, item, saved)
  return {
    ...write,
    write: { kind: 'update', id: page.id, body: fixingBody(page, saved.page, write.body) },
    reasons: [{ code: 'edit-restored' }, ...write.reasons],
  }
}

function composeOver(
  deps: SyncDeps,
  runId: string,
  item: ForeignItem | ExistingItem,
  over: MirroredPage,
): PendingWrite {
  const { change, mirrored, wanted, snapshot } = item
  const { page } = mirrored
  const composition = composeBody(deps, runId, item, over)
  const { body, left } = composition
  const read = item.kind === 'lostEdit' ? item.sent : readOf(mirrored)
  const landed = item.kind === 'landedWrite' ? item.landed : undefined
  const intent = { read, wrote: { digest: digestOf(wanted), left }, landed }
  const isMade = item.kind !== 'foreign' && isLandedCreate(item)
  const isAdopted = item.kind === 'foreign' && (item.intent === undefined || item.intent.read !== undefined)
  return {
    ...composition,
    key: change,
    item,
    write: { kind: 'update', id: page.id, body },
    read: page,
    known: item.intent,
    // A page that was found keeps the intent of the create that may have created it.
    intent: change.kind === 'create' && !isAdopted ? undefined : intent,
    before: isMade ? { snapshot } : { mirrored: over, snapshot },
  }
}

function isEmpty({ write }: PendingWrite): boolean {
  return write.kind === 'update' && Object.keys(write.body).length === 0
}

function foreignReason({ page: { id, link } }: MirroredPage): ReasonOf<'foreign'> {
  return { code: 'foreign', pageId: id, link }
}
