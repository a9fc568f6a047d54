import { expect, test } from 'vitest'
import { mediaNotes } from '../../../src/core/report/media-notes.ts'

test('files that no server sent are one note with their number and an example', () => {
  const example = 'http://p/a.pdf: its server returned 503 (nobody home).'
  expect(mediaNotes({ failed: [], unfetched: 1_010, example })).toEqual([
    { code: 'media-unfetched', count: 1_010, example },
  ])
})

test('files of a job that was lost without a reason are counted alone', () => {
  expect(mediaNotes({ failed: [], unfetched: 1 })).toEqual([{ code: 'media-unfetched', count: 1 }])
})

test('files that are wrong or were refused are grouped by their reason', () => {
  const gone = (name: string): string => `http://p/${name}: its server returned 404: the file does not exist`
  expect(
    mediaNotes({ failed: [gone('a.pdf'), gone('b.pdf'), 'http://p/c.pdf: it is empty'], unfetched: 0 }),
  ).toEqual([
    { code: 'media-omitted', fault: gone('a.pdf'), others: ['http://p/b.pdf'], more: 0 },
    { code: 'media-omitted', fault: 'http://p/c.pdf: it is empty', others: [], more: 0 },
  ])
})

test('every file with the same reason is named with its record, up to 21', () => {
  const cut = (index: number): string =>
    `http://p/${index}.png (4006381333931/de-de): it is cut off (image/png, ${index} bytes)`
  const many = Array.from({ length: 30 }, (_, index) => cut(index))
  expect(mediaNotes({ failed: many.slice(0, 3), unfetched: 0 })).toEqual([
    {
      code: 'media-omitted',
      fault: cut(0),
      others: ['http://p/1.png (4006381333931/de-de)', 'http://p/2.png (4006381333931/de-de)'],
      more: 0,
    },
  ])
  const named = Array.from({ length: 20 }, (_, index) => `http://p/${index + 1}.png (4006381333931/de-de)`)
  expect(mediaNotes({ failed: many, unfetched: 0 })).toEqual([
    { code: 'media-omitted', fault: cut(0), others: named, more: 9 },
  ])
})

test('a name with blanks, and a failure without a reason, are reported as they are', () => {
  expect(
    mediaNotes({ failed: ['not a link: it is empty', 'no  link: it is empty'], unfetched: 0 }),
  ).toHaveLength(2)
  expect(mediaNotes({ failed: ['a 1', 'a 2'], unfetched: 0 })).toEqual([
    { code: 'media-omitted', fault: 'a 1', others: ['a 2'], more: 0 },
  ])
})

test('files of which pages keep an earlier version, and odd ones, have notes of their own', () => {
  const [kept, odd] = ['http://p/a.png: it is empty', 'http://p/b.png: it has 66 bytes after its end']
  expect(mediaNotes({ failed: [], kept: [kept], odd: [odd], unfetched: 0 })).toEqual([
    { code: 'media-kept', fault: kept, others: [], more: 0 },
    { code: 'media-odd', fault: odd, others: [], more: 0 },
  ])
})
