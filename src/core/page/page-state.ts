import type { MergeField } from './merge.ts'

/**
 * What people did to a record's mirrored page, as the mirror last saw it. Pages that nobody touched have no state.
 * `hidden`: it is not published although the mirror publishes; `deleted`: permanently.
 */
export type PageState = {
  state: 'edited' | 'hidden' | 'trashed' | 'deleted'
  pageId: number
  /** The fields that hold an editor's changes. */
  edited: MergeField[]
  /** When the mirror first saw it so, ISO 8601. */
  since: string
}
