import { expect, test } from 'vitest'
import { mediaNotes } from '../../../src/core/report/media-notes.ts'

test('files that no server sent are one note with their number and an example', () => {
  const example = 'http://p/a.pdf: its server returned 503 (nobody home).'
  expect(mediaNotes({ failed: [], unfetched: 1_010, example })).toEqual([
    '1,010 files could not be fetched, for example http://p/a.pdf: its server returned 503 (nobody home). The next run fetches them',
  ])
})

test('files of a job that was lost without a reason are counted alone', () => {
  expect(mediaNotes({ failed: [], unfetched: 1 })).toEqual([
    '1 file could not be fetched. The next run fetches them',
  ])
})

test('files that are wrong or were refused are grouped by their reason', () => {
  const gone = (name: string): string => `http://p/${name}: its server returned 404: the file does not exist`
  expect(
    mediaNotes({ failed: [gone('a.pdf'), gone('b.pdf'), 'http://p/c.pdf: it is empty'], unfetched: 0 }),
  ).toEqual([
    `media left out: ${gone('a.pdf')}; likewise http://p/b.pdf`,
    'media left out: http://p/c.pdf: it is empty',
  ])
})

test('every file with the same reason is named with its record, up to 21', () => {
  const cut = (index: number): string =>
    `http://p/${index}.png (4006381333931/de-de): it is cut off (image/png, ${index} bytes)`
  const many = Array.from({ length: 30 }, (_, index) => cut(index))
  expect(mediaNotes({ failed: many.slice(0, 3), unfetched: 0 })).toEqual([
    `media left out: ${cut(0)}; likewise http://p/1.png (4006381333931/de-de), http://p/2.png (4006381333931/de-de)`,
  ])
  const [note = ''] = mediaNotes({ failed: many, unfetched: 0 })
  expect(note).toContain('http://p/20.png (4006381333931/de-de) and 9 other files')
  expect(note).not.toContain('http://p/21.png')
})

test('a name with blanks, and a failure without a reason, are reported as they are', () => {
  expect(
    mediaNotes({ failed: ['not a link: it is empty', 'no  link: it is empty'], unfetched: 0 }),
  ).toHaveLength(2)
  expect(mediaNotes({ failed: ['a 1', 'a 2'], unfetched: 0 })).toEqual(['media left out: a 1; likewise a 2'])
  // The CMS ends its messages with a period.
  expect(
    mediaNotes({
      failed: ['http://p/a.pdf (4006381333931/de-de): No.', 'http://p/b.pdf (4006381333931/de-de): No.'],
      unfetched: 0,
    }),
  ).toEqual([
    'media left out: http://p/a.pdf (4006381333931/de-de): No; likewise http://p/b.pdf (4006381333931/de-de)',
  ])
})

test('files of which pages keep an earlier version are named with the reason', () => {
  expect(mediaNotes({ failed: [], kept: ['http://p/a.png: it is empty'], unfetched: 0 })).toEqual([
    'pages keep the earlier version of a file: http://p/a.png: it is empty',
  ])
})
