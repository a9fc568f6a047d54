import type { PageStatus } from '../../contracts/cms/page.ts'
import type { Page, MergeField } from '../record/page.ts'

/**
 * The state that editors gave to a record's page, as the mirror last saw it. An unchanged page has no state. `hidden`:
 * not published, or with a password, although the mirror publishes; `deleted`: permanently.
 */
export type PageState = {
  state: 'edited' | 'hidden' | 'trashed' | 'deleted'
  pageId: number
  /** The fields that hold an editor's changes. */
  edited: MergeField[]
  /** When the mirror first saw this state, ISO 8601. */
  since: string
}

/** The state of a page with an editor's changes in some fields; `pageStatus` is the status that the mirror creates. */
export function pageStateOf(
  { id, status, hasPassword }: Pick<Page, 'id' | 'status' | 'hasPassword'>,
  edited: readonly MergeField[],
  { pageStatus, at }: { pageStatus: PageStatus; at: string },
): PageState | undefined {
  const state = stateBy({ status, hasPassword }, edited, pageStatus)
  return state && { state, pageId: id, edited: [...edited], since: at }
}

function stateBy(
  { status, hasPassword }: Pick<Page, 'status'> & { hasPassword: boolean | undefined },
  edited: readonly MergeField[],
  pageStatus: PageStatus,
): PageState['state'] | undefined {
  if (status === 'trash') return 'trashed'
  if (pageStatus === 'publish' && (status !== 'publish' || hasPassword)) return 'hidden'
  return edited.length > 0 ? 'edited' : undefined
}

/** Whether an editor withdrew a page from visitors. */
export function isWithdrawn(seen: PageState | undefined): boolean {
  return seen !== undefined && seen.state !== 'edited'
}
