import { expect, it } from 'vitest'
import { movedWithSite, sameFile } from '../../../src/core/media/same-file.ts'

const large = { url: 'https://cms.example/a-1024.png', width: 1024, height: 700 }
const known = { url: 'https://cms.example/a.png', large }

it.for([
  ['the same addresses', known, true],
  ['another address', { ...known, url: 'https://cms.example/b.png' }, false],
  [
    'another address of the large image',
    { ...known, large: { ...large, url: 'https://cms.example/b.png' } },
    false,
  ],
  ['no large image any more', { url: known.url }, false],
] as const)('%s: the same file: %s', ([, current, same]) => {
  expect(sameFile(current, known)).toBe(same)
})

it('a large image that was created after the upload is not another file', () => {
  expect(sameFile(known, { url: known.url })).toBe(true)
})

const dated = { url: 'http://cms.example/wp-content/uploads/2026/11/a.png' }
it.for([
  ['the same addresses', dated, false],
  ['another scheme', { url: 'https://cms.example/wp-content/uploads/2026/11/a.png' }, true],
  ['another host and folder', { url: 'https://shop.example/files/2026/11/a.png' }, true],
  ['a large image that was created later', { ...dated, large }, false],
  ['another name', { url: 'http://cms.example/wp-content/uploads/2026/11/b.png' }, false],
] as const)('%s: moved with the site: %s', ([, current, moved]) => {
  expect(movedWithSite(current, dated)).toBe(moved)
})

it('another large image moved with the site', () => {
  const other = { ...known, large: { ...large, url: 'https://cms.example/b-1024.png' } }
  expect(movedWithSite(other, known)).toBe(true)
})
