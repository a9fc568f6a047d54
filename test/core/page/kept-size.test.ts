import { expect, it } from 'vitest'
import { withKeptSizes } from '../../../src/core/page/kept-size.ts'
import type { Media } from '../../../src/core/record/media.ts'

const url = 'https://cms.example/a.jpg?x=1&y=2'
const large = { url: 'https://cms.example/a-1024.jpg', width: 1024, height: 768 }
const media: Media = { id: 7, sha256: 'a', url, mime: 'image/jpeg', bytes: 9, large }
const showing = (address: string): string => `<img src="${address}" alt=""/>`
const full = showing('https://cms.example/a.jpg?x=1&amp;y=2')
const base = (inner: string) => ({ base: { title: '', excerpt: '', featuredMedia: 0, inner } })

it.for([
  ['shows it in full', full, undefined, false],
  ['shows the large size', showing(large.url), undefined, true],
  ['shows it in full in the version that we wrote', showing(large.url), base(full), false],
  ['showed the large size in the version that we wrote', full, base(showing(large.url)), true],
  ['has no block', undefined, undefined, true],
] as const)('a page that %s: may show the large size: %s', ([, inner, snapshot, isLarge]) => {
  const mediaOf = withKeptSizes(() => media, { inner }, snapshot)
  expect(mediaOf('x')).toEqual(isLarge ? media : { ...media, large: undefined })
  expect(Object.hasOwn(mediaOf('x') ?? {}, 'large')).toBe(isLarge)
})

it('files without a large size, and unknown files, are unchanged', () => {
  const { large: _, ...small } = media
  expect(withKeptSizes(() => small, { inner: full }, undefined)('x')).toBe(small)
  expect(withKeptSizes(() => undefined, { inner: full }, undefined)('x')).toBeUndefined()
})
