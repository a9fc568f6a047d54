import { linkFields } from '../page/links.ts'
import type { Change, WriteChange } from '../run/change.ts'
import { arrivedAsset, changedFile, movedFile, olderBlock } from './decide.ts'

/** Reasons that do not indicate a problem of the partner's data, however many pages have them. */
const harmless: ReadonlySet<string> = new Set([arrivedAsset, ...linkFields, movedFile])
const unasked: ReadonlySet<string> = new Set([...linkFields, movedFile, changedFile, olderBlock])
const reasons: ReadonlySet<string> = new Set([arrivedAsset, ...unasked])

/** Whether an update is only for files that arrived or moved, or for links to other pages; guards ignore such updates. */
export function isHarmless(change: Change): boolean {
  return change.kind === 'update' && change.fields.every((field) => harmless.has(field))
}

/** Whether a change only updates links and files of a page, or restores its block, so that its product is unchanged. */
export function isUpkeep(change: WriteChange): boolean {
  return change.kind === 'update' && change.fields.every((field) => reasons.has(field))
}

/** Whether an update was planned from our last version alone, so that the partner may no longer have the product. */
export function isOfLastVersion(change: WriteChange): boolean {
  return (
    change.kind === 'update' && change.fields.length > 0 && change.fields.every((field) => unasked.has(field))
  )
}
