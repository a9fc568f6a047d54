import { expect, test } from 'vitest'
import {
  isCopy,
  objectionTo,
  isNumberedSlug,
  numberedSlug,
  numberedSlugs,
  trashedSlug,
  untrashedSlug,
} from '../../../src/core/page/duplicate-slug.ts'

test('only the end of a slug comes from the trash', () => {
  expect(untrashedSlug(trashedSlug('band'))).toBe('band')
  expect(untrashedSlug('band__trashed-2')).toBe('band__trashed-2')
})

const since = Date.parse('2026-11-20T04:00:00Z')
const page = { author: 3, createdGmt: '2026-11-20T04:00:05' }

test.each([
  ['the mirror made it after its first try', page, { user: 3, since }, undefined],
  ['clocks a minute apart', { ...page, createdGmt: '2026-11-20T03:59:00' }, { user: 3, since }, undefined],
  ['older', { ...page, createdGmt: '2026-11-20T03:58:59' }, { user: 3, since }, 'it is older than'],
  ['another user', { ...page, author: 4 }, { user: 3, since }, 'another user made it'],
  ['no author told', { ...page, author: 0 }, { user: 3, since }, 'does not say who made it'],
  ['we do not know who we are', page, { user: undefined, since }, 'does not say who made it'],
  ['no first try known', page, { user: 3, since: undefined }, 'it is not known when'],
  ['no date told', { ...page, createdGmt: '' }, { user: 3, since }, 'it is not known when'],
  ['any time will do', page, { user: 3, since: 0 }, undefined],
])('%s', (_, made, maker, objection) => {
  if (objection === undefined) expect(objectionTo(made, maker)).toBeUndefined()
  else expect(objectionTo(made, maker)).toContain(objection)
})

test.each([
  ['of another user is a copy', { ...page, author: 4 }, { user: 3, since: undefined }, true],
  [
    'from before the first try is a copy',
    { ...page, createdGmt: '2026-11-20T03:58:59' },
    { user: 3, since },
    true,
  ],
  [
    'from a minute before the first try may be ours',
    { ...page, createdGmt: '2026-11-20T03:59:00' },
    { user: 3, since },
    false,
  ],
  ['may be ours if the first try is unknown', page, { user: 3, since: undefined }, false],
  ['of the mirror’s user since then is none', page, { user: 3, since }, false],
  ['of an unknown user and time may be ours', { author: 0, createdGmt: '' }, { user: 3, since }, false],
  [
    'may be ours if our user is unknown',
    { ...page, author: 4 },
    { user: undefined, since: undefined },
    false,
  ],
])('a page %s', (_, made, maker, copy) => {
  expect(isCopy(made, maker)).toBe(copy)
})

test('the engine’s numbered slugs are recognised', () => {
  expect(numberedSlugs('x')).toEqual(['x-2', 'x-3', 'x-4', 'x-5'])
  expect(trashedSlug('x')).toBe('x__trashed')
  const given = ['x-2', 'x-17', 'x', 'x-', 'x-2a', 'x-a2', 'xy-2', 'y-2']
  expect(given.filter((slug) => isNumberedSlug(slug, 'x'))).toEqual(['x-2', 'x-17'])
})

test('the note names the page that uses a slug', () => {
  const link = 'https://cms.example/x/'
  expect(numberedSlug('x', { slug: 'x-2' }, undefined)).toStrictEqual({
    code: 'numbered-slug',
    slug: 'x-2',
    wanted: 'x',
  })
  expect(numberedSlug('x', { slug: 'x-2' }, { id: 7, link }).holder).toEqual({ pageId: 7, link })
})
