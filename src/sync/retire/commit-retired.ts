import { pageStateOf } from '../../core/page/page-state.ts'
import type { Retirement } from '../../core/plan/retire.ts'
import type { Replaced } from '../../core/plan/undo-entry.ts'
import type { PageStatus } from '../../contracts/cms/page.ts'
import type { ReasonOf } from '../../core/reasons/reason.ts'
import type { Page } from '../../core/record/page.ts'
import { staysInPlace, type Snapshot, type SnapshotHead } from '../../core/record/snapshot.ts'
import type { RetireChange } from '../../core/run/change.ts'
import { failed, stampOf } from '../batches/stamp-outcome.ts'
import type { SyncDeps } from '../deps.ts'
import type { Commit, Intent } from '../ports/writes.ts'

/** A record to retire, and its page. */
export type RetireItem = {
  change: RetireChange
  /** Only the head, if the body was lost. */
  snapshot: Snapshot | SnapshotHead
  page: Page | undefined
  retirement: Retirement
  /** The fields for which the page waits as a draft of ours. */
  awaits: readonly string[] | undefined
  /** The latest unacknowledged write. */
  known: Intent | undefined
}

/** The commit of a record whose page could not be retired. */
export function notRetired(
  deps: SyncDeps,
  change: RetireChange,
  cause: ReasonOf<'not-retired'>['cause'],
  detail: string,
): Commit {
  const reason = { code: 'not-retired', cause, detail } as const
  return { outcome: failed(deps, change, reason, { pageId: change.pageId }) }
}

/** The commit of a retired record. */
export function retired(
  deps: SyncDeps,
  runId: string,
  { change, snapshot, page, retirement, awaits }: RetireItem,
): Commit {
  const { gtin, language, reason } = change
  const { to } = retirement
  const { pageStatus } = deps.policy
  const stamp = stampOf(deps)
  const now = 'product' in snapshot ? { ...snapshot, runId, writtenAt: stamp.at } : snapshot
  return {
    outcome: {
      gtin,
      language,
      result: 'retired',
      pageId: snapshot.pageId,
      reasons: [{ code: 'retired', why: reason }, ...(retirement.reason ? [retirement.reason] : [])],
      ...stamp,
      before: snapshot.digest,
    },
    snapshot: { ...now, state: 'retired', retiredTo: to },
    // If the product returns, no page links to a page that an editor had withdrawn.
    ...(staysInPlace({ retiredTo: to }) &&
      page && { pageState: pageStateOf(page, [], { pageStatus, at: stamp.at }) }),
    ...(to !== 'delete' && {
      replaced: page && awaits ? replacedDraft(page, to, awaits) : replacedBy(page, to, pageStatus),
    }),
  }
}

function replacedBy(
  page: Page | undefined,
  to: Exclude<Retirement['to'], 'delete'>,
  pageStatus: PageStatus,
): Replaced {
  if (page === undefined || to === 'keep' || to === 'notice') return { did: 'retired' }
  // We retired it before a crash, so its earlier status is lost and the usual one is assumed.
  const before = page.status === to ? pageStatus : page.status
  return { did: 'retired', status: { before, after: to } }
}

function replacedDraft(
  { status: before }: Page,
  to: Exclude<Retirement['to'], 'delete'>,
  awaits: readonly string[],
): Replaced {
  const isMoved = to !== 'keep' && to !== 'notice' && to !== before
  return { did: 'retired', awaits: [...awaits], ...(isMoved && { status: { before, after: to } }) }
}
