import { expect, test } from 'vitest'
import { mediaNotes } from '../../../src/core/report/media-notes.ts'

test('files that no server sent are one note with their number and an example', () => {
  const example = 'http://p/a.pdf: its server answered 503 (nobody home).'
  expect(mediaNotes({ failed: [], unfetched: 1_010, example })).toEqual([
    '1,010 files could not be fetched, for example http://p/a.pdf: its server answered 503 (nobody home). The next run fetches them',
  ])
})

test('files of a job that was lost without a reason are counted alone', () => {
  expect(mediaNotes({ failed: [], unfetched: 1 })).toEqual([
    '1 file could not be fetched. The next run fetches them',
  ])
})

test('files that are wrong or were refused are grouped by their reason', () => {
  const gone = (name: string): string => `http://p/${name}: its server answered 404: the file does not exist`
  expect(
    mediaNotes({ failed: [gone('a.pdf'), gone('b.pdf'), 'http://p/c.pdf: it is empty'], unfetched: 0 }),
  ).toEqual([
    `media left out: ${gone('a.pdf')}; likewise 1 other file`,
    'media left out: http://p/c.pdf: it is empty',
  ])
})
