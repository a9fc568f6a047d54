import { composeCreate } from '../../core/page/compose.ts'
import { fixingBody } from '../../core/page/lost-edit.ts'
import type { Page } from '../../core/page/page.ts'
import { digestOf } from '../../core/record/digest.ts'
import { seoOf } from '../../core/record/seo.ts'
import { putBackNote } from '../batches/repair-lost-edit.ts'
import type { SyncDeps } from '../deps.ts'
import { heldOutcome } from '../plan/skip-held.ts'
import type { Commit } from '../ports/writes.ts'
import { commitTrashed, commitUnwritten } from './commit-unwritten.ts'
import { composeBody, isLandedCreate } from './compose-body.ts'
import type {
  ClassifiedItem,
  ComposedItem,
  ExistingItem,
  ForeignItem,
  NewItem,
  PendingUpdate,
  PendingWrite,
} from './page-item.ts'
import { failed } from './stamp.ts'

type Deps = Pick<SyncDeps, 'policy' | 'renderer' | 'now'>
type Input = { runId: string; parents: Record<string, number> }

/** `waitMs` above 0: some records wait for a lost write to land. */
export type ComposedWrites = { send: PendingWrite[]; done: Commit[]; waitMs: number }

/** Third pass: what to send, what is done without a write, and how long the rest waits. */
export function composeWrites(deps: Deps, input: Input, items: readonly ClassifiedItem[]): ComposedWrites {
  const composed = items.map((item) => composeItem(deps, input, item))
  return {
    send: composed.flatMap((one) => (one.kind === 'write' ? [one.write] : [])),
    done: composed.flatMap((one) => (one.kind === 'done' ? [one.commit] : [])),
    waitMs: Math.max(0, ...composed.map((one) => (one.kind === 'wait' ? one.waitMs : 0))),
  }
}

function composeItem(deps: Deps, input: Input, item: ClassifiedItem): ComposedItem {
  const { change } = item
  switch (item.kind) {
    case 'held':
      return done({ outcome: { ...heldOutcome(change, item.hold), at: deps.now().toISOString() } })
    case 'waiting':
      return { kind: 'wait', waitMs: item.waitMs }
    case 'orphan':
      return done({ outcome: failed(deps, change, item.reason, { withOthers: true }) })
    case 'new':
      return { kind: 'write', write: composeNew(deps, input, item) }
    case 'foreign':
      if (deps.policy.onSlugTaken === 'adopt')
        return { kind: 'write', write: composeOver(deps, input.runId, item, item.page) }
      return done({
        outcome: failed(deps, change, explainForeign(item.page), { pageId: item.page.id }),
      })
    case 'trashed':
      return done(commitTrashed(deps, input.runId, item))
    case 'ours':
    case 'landedWrite':
    case 'lostEdit': {
      const write = composeExisting(deps, input.runId, item)
      return Object.keys(write.sent).length > 0
        ? { kind: 'write', write }
        : done(commitUnwritten(deps, input.runId, item, write))
    }
  }
}

function done(commit: Commit): ComposedItem {
  return { kind: 'done', commit }
}

function composeNew({ policy }: Deps, { parents }: Input, item: NewItem): PendingWrite {
  const { change, wanted, since, snapshot } = item
  const place =
    policy.cmsType === 'posts' ? { meta: seoOf(change.product) } : { parent: parents[change.language] ?? 0 }
  return {
    kind: 'create',
    item,
    body: composeCreate(change, wanted, policy.pageStatus, place),
    left: [],
    intent: { key: change, since, wrote: { digest: digestOf(wanted), left: [] } },
    before: { snapshot },
  }
}

function composeExisting(deps: Deps, runId: string, item: ExistingItem): PendingUpdate {
  if (item.kind !== 'lostEdit') return composeOver(deps, runId, item, item.page)
  const update = composeOver(deps, runId, item, item.saved)
  return {
    ...update,
    sent: fixingBody(item.page, item.saved, update.body),
    note: [putBackNote, update.note].filter(Boolean).join('; '),
  }
}

function composeOver(deps: Deps, runId: string, item: ForeignItem | ExistingItem, over: Page): PendingUpdate {
  const { change, page, wanted, snapshot } = item
  const composition = composeBody(deps, runId, item, over)
  const { revision, revisions } = item.kind === 'lostEdit' ? item.sent : page
  const wrote = { digest: digestOf(wanted), left: composition.left }
  const isMade = item.kind !== 'foreign' && isLandedCreate(item)
  return {
    kind: 'update',
    item,
    ...composition,
    sent: composition.body,
    // A page that was found keeps the intent of the create that may have made it.
    intent: change.kind === 'create' ? undefined : { key: change, read: { revision, revisions }, wrote },
    before: isMade ? {} : { page: over, snapshot },
  }
}

function explainForeign({ id, link }: Page): string {
  return `page ${id} (${link}) has this slug and no mirrored block of this record: it was left alone. Rename it, or set ON_SLUG_TAKEN=adopt to add the block below its text`
}
