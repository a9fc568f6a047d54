import type { PageStatus } from '../../contracts/cms/page.ts'
import { isUntouched } from '../page/compose.ts'
import type { Page, PageWrite } from '../record/page.ts'
import type { ReasonOf } from '../reasons/reason.ts'
import { slugOf, type RecordKey } from '../record/record.ts'
import type { RetireTo, Snapshot } from '../record/snapshot.ts'
import { trashedSlug } from '../page/duplicate-slug.ts'
import { compact } from '../../lib/compact.ts'
import { readPage } from '../page/mirrored-page.ts'

type RetireReason = ReasonOf<
  'gone-already' | 'trashed-already' | 'status-already' | 'has-password' | 'made-draft'
>

/** The retirement of a page; without a write its status need not change. */
export type Retirement = { write?: PageWrite; to: RetireTo; reason?: RetireReason }

/** The facts that decide how a page is retired. */
export type Retirable = {
  page: Page | undefined
  snapshot: Snapshot | undefined
  retireTo: RetireTo
  /** The status with which pages are created. */
  pageStatus: PageStatus
  /**
   * An earlier try may have retired it. If not, an editor set the status already, and the page keeps it when the
   * product returns.
   */
  begun: boolean
  /** An editor has it open with unsaved text. */
  open?: boolean
  /** The page is a draft of ours that never was public. */
  waits?: boolean
}

/**
 * Decides how to retire a page. A page that an editor changed or has open becomes a draft at most. A page that an
 * editor hid or trashed stays as it is, so that it stays hidden when its product returns. A page to delete is moved to
 * the trash first and judged again there: if an editor saved it at the last moment, it is restored. The caller adds a
 * notice to a page that stays public with one.
 */
export function planRetirement(
  key: RecordKey,
  { page, snapshot, retireTo: wanted, pageStatus, begun, open = false, waits = false }: Retirable,
): Retirement {
  // No visitor needs a notice on a draft.
  const retireTo = waits && isWithoutStatus(wanted) ? 'draft' : wanted
  if (page === undefined) return { to: 'keep', reason: { code: 'gone-already' } }
  const destroys = retireTo === 'trash' || retireTo === 'delete'
  if (page.status === 'trash' && !(begun && destroys))
    return { to: 'keep', reason: { code: 'trashed-already' } }
  const byUs = begun && (page.status === retireTo || page.status === 'draft')
  if (isHidden(page.status, pageStatus) && !byUs && !waits)
    return { to: 'keep', reason: { code: 'status-already', status: page.status } }
  // With some statuses the CMS removes the password.
  if (page.hasPassword && !byUs) return { to: 'keep', reason: { code: 'has-password' } }
  const untouched = snapshot !== undefined && isUntouched(readPage(key, page), snapshot.base)
  // An earlier try saved the page, so text that was unsaved at that time now looks older than the page.
  const wasOpen = begun && page.status === 'draft' && pageStatus !== 'draft'
  // A notice is merged with our last version of the page.
  const isUnknown = retireTo === 'notice' && snapshot === undefined
  const to = isUnknown || (destroys && (open || wasOpen || !untouched)) ? 'draft' : retireTo
  const reason = to === retireTo ? undefined : ({ code: 'made-draft', open: untouched } as const)
  if (to === page.status && waits) return compact({ to, reason })
  if (to === page.status && !begun) return { to: 'keep', reason: { code: 'status-already', status: to } }
  const write =
    isWithoutStatus(to) || to === page.status ? undefined : writeOf(slugOf(key, snapshot), page, to)
  return compact({ to, write, reason })
}

/**
 * Whether a page has a hiding status that the mirror does not give to new pages. A retirement can also set it, so
 * callers check that separately.
 */
export function isHidden(status: PageStatus, pageStatus: PageStatus): boolean {
  return status !== 'trash' && status !== 'publish' && status !== pageStatus
}

type WithoutStatus = 'keep' | 'notice'

/** Whether a retirement leaves the status of the page as it is. */
function isWithoutStatus(to: RetireTo): to is WithoutStatus {
  return to === 'keep' || to === 'notice'
}

function writeOf(own: string, { id, status, slug }: Page, to: Exclude<RetireTo, WithoutStatus>): PageWrite {
  if (to === 'trash' || to === 'delete') return { kind: 'delete', id, force: status === 'trash' }
  return { kind: 'update', id, body: { status: to, ...(slug === trashedSlug(own) && { slug: own }) } }
}

/** Why a hidden page without a snapshot stays as it is: the mirror may have retired it, or an editor hid it. */
export function hiddenReason(status: PageStatus, pageStatus: PageStatus): ReasonOf<'hidden'> | undefined {
  return status === pageStatus || status === 'publish' ? undefined : { code: 'hidden', status }
}
