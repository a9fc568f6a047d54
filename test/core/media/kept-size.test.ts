import { expect, it } from 'vitest'
import { withKeptSizes } from '../../../src/core/media/kept-size.ts'
import type { Media } from '../../../src/core/record/media.ts'

const url = 'https://cms.example/a.jpg?x=1&y=2'
const large = { url: 'https://cms.example/a-1024.jpg', width: 1024, height: 768 }
const media: Media = { id: 7, sha256: 'a', url, mime: 'image/jpeg', bytes: 9, large }
const showing = (address: string): string => `<img src="${address}" alt=""/>`
const full = showing('https://cms.example/a.jpg?x=1&amp;y=2')

it.for([
  ['shows it in full', full, false],
  ['shows the large size', showing(large.url), true],
  ['shows the large size and links the full one', `<a href="${url}">${showing(large.url)}</a>`, true],
  ['has no image', '', true],
] as const)('a page that %s may show the large size: %s', ([, inner, isLarge]) => {
  const found = withKeptSizes(() => media, inner)('x')
  expect(Object.hasOwn(found ?? {}, 'large')).toBe(isLarge)
  expect(found).toMatchObject({ id: 7, url })
})

it('files without a large size, and unknown files, are unchanged', () => {
  const { large: _, ...small } = media
  expect(withKeptSizes(() => small, full)('x')).toBe(small)
  expect(withKeptSizes(() => undefined, full)('x')).toBeUndefined()
})
