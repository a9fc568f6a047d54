import { linkedLanguages } from '../page/links.ts'
import type { WriteChange } from './change.ts'
import { arrivedAsset, changedFile, movedFile, olderBlock } from './decide.ts'

const reasons: ReadonlySet<string> = new Set([
  linkedLanguages,
  arrivedAsset,
  changedFile,
  movedFile,
  olderBlock,
])

/** Whether a change only updates links and files of a page, or restores its block: its product is as it was. */
export function isUpkeep(change: WriteChange): boolean {
  return change.kind === 'update' && change.fields.every((field) => reasons.has(field))
}
