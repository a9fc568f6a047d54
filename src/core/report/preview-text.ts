import { commandClause } from '../reasons/command.ts'
import type { PreviewNote, PreviewObstacle } from '../reasons/preview-notes.ts'
import { recordId, type RecordKey } from '../record/record.ts'
import { sentenceOf } from './sentence.ts'
import { reasonText } from './reasons/reason-text.ts'

/** A note of a preview in sentences, with the commands that help. */
export function previewNoteText(key: RecordKey, note: PreviewNote, mirror: string | undefined): string {
  const record = recordId(key)
  const fresh = `This is the content of a new page of ${record}.`
  switch (note.code) {
    case 'file-omitted':
      return `${record} is shown without ${note.url}: ${sentenceOf(note.detail)}`
    case 'file-unchanged':
      return `${record} is shown without ${note.url}: the partner reports it as unchanged, although the mirror has no copy. Ask the partner to check its caching.`
    case 'page-unreadable':
      return `Page ${note.pageId} could not be read: ${sentenceOf(note.detail)} ${fresh}`
    case 'page-gone':
      return `Page ${note.pageId} no longer exists. ${fresh}`
    case 'page-trashed':
      return `Page ${note.pageId} is in the trash and stays there. ${fresh}`
    case 'not-written':
      return `The next run writes nothing: ${reasonText(key, [note.reason], mirror)}`
    case 'nothing-changed':
      return `The next run writes nothing to page ${note.pageId}: the partner changed nothing.`
    case 'publishes':
      return `The next run publishes page ${note.pageId}: its product has all fields that a public page needs.`
    case 'merged':
      return `${record}: ${reasonText(key, note.reasons, mirror)}`
  }
}

/** Why a record has no preview, in sentences. */
export function previewObstacleText(
  { gtin, language }: RecordKey,
  obstacle: PreviewObstacle,
  mirror: string | undefined,
): string {
  const name = `${gtin} in ${language}`
  if (obstacle.code === 'unusable') return `${name} cannot be shown: ${sentenceOf(obstacle.detail)}`
  const languages = commandClause({ lead: 'For the list of languages', argv: ['doctor'] }, mirror)
  return `The partner has no product ${name}. Check the GTIN and the language. ${languages}`
}
