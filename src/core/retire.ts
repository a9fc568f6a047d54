import type { PageStatus } from '../contracts/cms/page.ts'
import { isUntouched } from './compose.ts'
import type { Page, PageWrite } from './page.ts'
import type { RecordKey } from './record.ts'
import type { RetireTo, Snapshot } from './snapshot.ts'

/** How a page is retired; without a write there is nothing left to do to it. */
export type Retirement = { write?: PageWrite; to: RetireTo; reason?: string }

/**
 * Decides how to retire a page: one that an editor changed, or has `open` with text that is not saved, never goes
 * further than draft, a trashed one stays. `begun`
 * says that we set out to retire it before and may have done so; otherwise a page that is where it should go was
 * brought there by a person, and what we did not do is not undone when the product returns.
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
  if (page.status === 'trash' && begun && retireTo === 'trash') return { to: 'trash' }
  if (page.status === 'trash') return { to: 'keep', reason: 'a person had put the page in the trash' }
  const untouched = snapshot !== undefined && isUntouched(key, page, snapshot.base)
  const destroys = retireTo === 'trash' || retireTo === 'delete'
  const to = destroys && (open || !untouched) ? 'draft' : retireTo
  const why = untouched ? 'has text in it that is not saved yet' : 'changed the page'
  const reason = to === retireTo ? undefined : `an editor ${why}: made a draft instead`
  if (to === page.status && !begun) return { to: 'keep', reason: `the page was ${to} already` }
  const write = to === 'keep' || to === page.status ? undefined : writeOf(page.id, to)
  return { to, ...(write && { write }), ...(reason !== undefined && { reason }) }
}

function writeOf(id: number, to: Exclude<RetireTo, 'keep'>): PageWrite {
  if (to === 'draft' || to === 'private') return { kind: 'update', id, body: { status: to } }
  return { kind: 'delete', id, force: to === 'delete' }
}

/**
 * Of a page that is found without a snapshot and that readers do not see: whether the mirror had retired it or a person
 * had hidden it is not known any more, so it stays as it is.
 */
export function explainHidden(status: PageStatus, pageStatus: PageStatus): string | undefined {
  if (status === pageStatus || status === 'publish') return undefined
  return `the page is ${status}, and who made it so is not known any more: it stays ${status}. Publish it in the CMS if readers should see it`
}
