import { expect, test } from 'vitest'
import type { PreviewNote, PreviewObstacle } from '../../../src/core/reasons/preview-notes.ts'
import { previewNoteText, previewObstacleText } from '../../../src/core/report/preview-text.ts'
import { key } from '../../helpers/content/records.ts'

const url = 'https://partner.example/a.jpg'
const fresh = 'This is the content of a new page of 4006381333931/de-de.'
const held = { code: 'held', by: 'Ada', at: '2026-11-20T04:00:00.000Z', note: '' } as const

const notes: [PreviewNote, string][] = [
  [
    { code: 'file-omitted', url, detail: 'returned 404' },
    `4006381333931/de-de is shown without ${url}: returned 404.`,
  ],
  [
    { code: 'file-unchanged', url },
    `4006381333931/de-de is shown without ${url}: the partner reports it as unchanged, although the mirror has no copy. Ask the partner to check its caching.`,
  ],
  [
    { code: 'page-unreadable', pageId: 7, detail: 'returned 500' },
    `Page 7 could not be read: returned 500. ${fresh}`,
  ],
  [{ code: 'page-gone', pageId: 7 }, `Page 7 no longer exists. ${fresh}`],
  [{ code: 'page-trashed', pageId: 7 }, `Page 7 is in the trash and stays there. ${fresh}`],
  [
    { code: 'not-written', reason: held },
    'The next run writes nothing: held by Ada since 2026-11-20. To mirror it again: product-mirror resolve 4006381333931 de-de release',
  ],
  [
    { code: 'nothing-changed', pageId: 7 },
    'The next run writes nothing to page 7: the partner changed nothing.',
  ],
  [
    { code: 'publishes', pageId: 7 },
    'The next run publishes page 7: its product has all fields that a public page needs.',
  ],
  [
    { code: 'merged', reasons: [{ code: 'edited', fields: ['title'] }] },
    '4006381333931/de-de: the editor changed title: kept',
  ],
]

test.each(notes)('the note %j of a preview is shown as: %s', (note, text) => {
  expect(previewNoteText(key, note, undefined)).toBe(text)
})

test.each<[PreviewObstacle, string]>([
  [
    { code: 'unusable', detail: 'the name is missing' },
    '4006381333931 in de-de cannot be shown: the name is missing.',
  ],
  [
    { code: 'no-product' },
    'The partner has no product 4006381333931 in de-de. Check the GTIN and the language. For the list of languages: product-mirror doctor',
  ],
])('a record without a preview, %j, is shown as: %s', (obstacle, text) => {
  expect(previewObstacleText(key, obstacle, undefined)).toBe(text)
})
