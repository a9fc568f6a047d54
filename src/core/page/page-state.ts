import type { PageStatus } from '../../contracts/cms/page.ts'
import type { Page, MergeField } from '../record/page.ts'

/**
 * The state of a record's page that differs from the usual, as the mirror last saw it. `hidden`: an editor unpublished
 * it or set a password, although the mirror publishes; `deleted`: permanently; `draft`: the mirror did not publish it
 * yet, because its product lacks a field of `publish_if`.
 */
export type PageState = {
  state: 'edited' | 'draft' | 'hidden' | 'trashed' | 'deleted'
  pageId: number
  /** The fields that hold an editor's changes. */
  edited: MergeField[]
  /** When the mirror first saw this state, ISO 8601. */
  since: string
  /** The fields for which a `draft` waits; empty if they are not known, or the next run publishes the page. */
  awaits?: string[]
  /** The date of a `draft`, as in `Page`; absent while it changes with each save. */
  createdGmt?: string
}

type Dated = Pick<Page, 'status' | 'createdGmt' | 'modifiedGmt'>
type Shown = Dated & Pick<Page, 'id' | 'hasPassword'>

/**
 * The state of a page with an editor's changes in some fields; `pageStatus` is the status that the mirror creates.
 * `awaits`: the fields for which a draft of ours waits.
 */
export function pageStateOf(
  page: Shown,
  edited: readonly MergeField[],
  { pageStatus, at, awaits }: { pageStatus: PageStatus; at: string; awaits?: readonly string[] | undefined },
): PageState | undefined {
  const seen = { pageId: page.id, edited: [...edited], since: at }
  if (awaits !== undefined && page.status === 'draft')
    return {
      state: 'draft',
      ...seen,
      awaits: [...awaits],
      ...(!hasFloatingDate(page) && { createdGmt: page.createdGmt }),
    }
  const state = stateBy(page, edited, pageStatus)
  return state && { state, ...seen }
}

function stateBy(
  { status, hasPassword }: Shown,
  edited: readonly MergeField[],
  pageStatus: PageStatus,
): PageState['state'] | undefined {
  if (status === 'trash') return 'trashed'
  if (pageStatus === 'publish' && (status !== 'publish' || hasPassword)) return 'hidden'
  return edited.length > 0 ? 'edited' : undefined
}

/**
 * Whether the date of a draft still changes with every save. The CMS fixes it when a page gets a status other than draft
 * and pending.
 */
export function hasFloatingDate({ status, createdGmt, modifiedGmt }: Dated): boolean {
  return status === 'draft' && createdGmt !== '' && createdGmt === modifiedGmt
}

/** Whether visitors cannot open a page. */
export function isWithdrawn(seen: PageState | undefined): boolean {
  return seen !== undefined && seen.state !== 'edited'
}
