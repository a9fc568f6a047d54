import { expect, test } from 'vitest'
import { uniqueNotes, type Note } from '../../../src/core/reasons/note.ts'

test('a note with the same code and parameters is added once, whatever the order of its fields', () => {
  const first: Note = { code: 'listing-unsaved', path: 'products', detail: 'returned 500' }
  const again: Note = { detail: 'returned 500', path: 'products', code: 'listing-unsaved' }
  const other: Note = { ...first, path: 'products/de-de' }
  expect(uniqueNotes([first, other, again])).toEqual([first, other])
})

test.each(['batches-blocked', 'uploads-blocked'] as const)(
  'a run has one note %s, although every response of a firewall has another number',
  (code) => {
    const [first, second] = [
      { code, detail: '403 request 17' },
      { code, detail: '403 request 18' },
    ]
    expect(uniqueNotes([first, second])).toEqual([first])
  },
)
