import type { Outcome } from '../run/change.ts'
import { arrivedAsset, changedFile, movedFile, olderOnPage } from './decide.ts'

const shownFields = ['name', 'item_number', 'image', arrivedAsset, changedFile, movedFile, olderOnPage]
const listedFields: ReadonlySet<string> = new Set([...shownFields, 'template'])

/** Whether an outcome may change its language's listing: a page was added or removed, or what its entry shows changed. */
export function changesListing({ result, fields }: Pick<Outcome, 'result' | 'fields'>): boolean {
  return result !== 'updated' || fields === undefined || fields.some((field) => listedFields.has(field))
}
