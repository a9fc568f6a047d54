import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import type { Note } from '../../../src/core/reasons/note.ts'
import { forgetSecrets, rememberSecrets } from '../../../src/lib/text/secrets.ts'
import { decodeRun, encodeRun } from '../../../src/store/formats/shapes/run.ts'
import { runOf } from '../../helpers/sync/runs.ts'
import { anyReasons, id, word, words } from './any-parts.ts'

const key = 'pm:shop:run:7'
const planned = fc.record({ create: id, update: id, restore: id, retire: id })
const anyNote: fc.Arbitrary<Note> = fc.oneof(
  fc.record({ code: fc.constant('text' as const), text: word }),
  fc.record({ code: fc.constantFrom('catalog' as const, 'batches-blocked' as const), detail: word }),
  fc.record({ code: fc.constant('media-omitted' as const), fault: word, others: words, more: id }),
  fc.record(
    { code: fc.constant('media-unfetched' as const), count: id, example: word },
    { requiredKeys: ['code', 'count'] },
  ),
  fc.record({
    code: fc.constant('duplicate-kept' as const),
    pageId: id,
    link: word,
    name: word,
    detail: word,
  }),
  fc.record({ code: fc.constant('listing-repaired' as const), reasons: anyReasons }),
  fc.record({ code: fc.constant('superseded' as const), runId: word, held: fc.boolean(), planned }),
  fc.record({ code: fc.constant('kept-delisted' as const), pages: id, misses: id, hours: id }),
)

afterEach(forgetSecrets)

test('notes are read as they were stored', () => {
  fc.assert(
    fc.property(fc.array(anyNote, { maxLength: 4 }), (notes) => {
      expect(decodeRun(encodeRun(runOf('7', { notes })), key).notes).toEqual(notes)
    }),
  )
})

test('the notes of an earlier version keep their text, and notes of this version are read as they are', () => {
  const known: Note = { code: 'known-holds', count: 2 }
  const stored = { ...encodeRun(runOf('7', {})), v: '5', notes: JSON.stringify(['2 files …', known]) }
  expect(decodeRun(stored, key).notes).toEqual([{ code: 'text', text: '2 files …' }, known])
})

test('a secret that equals a code is hidden in the parameters only', () => {
  rememberSecrets(['catalog', 'conflict', 'shopkey'])
  const notes: Note[] = [
    { code: 'catalog', detail: 'the catalog of shopkey' },
    { code: 'listing-repaired', reasons: [{ code: 'conflict', fields: ['title'] }] },
  ]
  expect(decodeRun(encodeRun(runOf('7', { notes })), key).notes).toEqual([
    { code: 'catalog', detail: 'the [hidden] of [hidden]' },
    notes[1],
  ])
})
