import type { PageStatus } from '../../contracts/cms/page.ts'
import { isUntouched } from '../page/compose.ts'
import type { Page, PageWrite } from '../page/page.ts'
import { slugOf, type RecordKey } from '../record/record.ts'
import type { RetireTo, Snapshot } from '../record/snapshot.ts'
import { trashedSlug } from '../page/duplicate-slug.ts'

/** How a page is retired; without a write there is nothing left to do to it. */
export type Retirement = { write?: PageWrite; to: RetireTo; reason?: string }

/**
 * Decides how to retire a page: one that an editor changed, or has `open` with text that is not saved, never goes
 * further than draft, a trashed one stays. `begun` says that we set out to retire it before and may have done so;
 * otherwise a page that is where it should go was brought there by a person, and what we did not do is not undone when
 * the product returns. What is to be deleted goes to the trash first: decided once more there, an editor's save at the
 * last moment takes it out again.
 */
export function planRetirement(
  key: RecordKey,
  page: Page | undefined,
  snapshot: Snapshot | undefined,
  retireTo: RetireTo,
  begun: boolean,
  open = false,
): Retirement {
  if (page === undefined) return { to: 'keep', reason: 'the page was gone already' }
  const destroys = retireTo === 'trash' || retireTo === 'delete'
  if (page.status === 'trash' && !(begun && destroys))
    return { to: 'keep', reason: 'a person had put the page in the trash' }
  const untouched = snapshot !== undefined && isUntouched(key, page, snapshot.base)
  const to = destroys && (open || !untouched) ? 'draft' : retireTo
  const why = untouched ? 'has text in it that is not saved yet' : 'changed the page'
  const reason = to === retireTo ? undefined : `an editor ${why}: made a draft instead`
  if (to === page.status && !begun) return { to: 'keep', reason: `the page was ${to} already` }
  const write = to === 'keep' || to === page.status ? undefined : writeOf(key, page, to)
  return { to, ...(write && { write }), ...(reason !== undefined && { reason }) }
}

function writeOf(key: RecordKey, { id, status, slug }: Page, to: Exclude<RetireTo, 'keep'>): PageWrite {
  if (to === 'trash' || to === 'delete') return { kind: 'delete', id, force: status === 'trash' }
  const own = slugOf(key)
  return { kind: 'update', id, body: { status: to, ...(slug === trashedSlug(own) && { slug: own }) } }
}

/**
 * Of a page that is found without a snapshot and that readers do not see: whether the mirror had retired it or a person
 * had hidden it is not known any more, so it stays as it is.
 */
export function explainHidden(status: PageStatus, pageStatus: PageStatus): string | undefined {
  if (status === pageStatus || status === 'publish') return undefined
  return `the page is ${status}, and who made it so is not known any more: it stays ${status}. Publish it in the CMS if readers should see it`
}
