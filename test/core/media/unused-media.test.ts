import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createIdSet } from '../../../src/core/media/id-set.ts'
import { addressesIn, addressesOf } from '../../../src/core/media/unused-media.ts'

test('a set of ids holds what was added, and nothing else', () => {
  const ids = fc.array(fc.integer({ min: 0, max: 100_000 }))
  fc.assert(
    fc.property(ids, ids, (added, others) => {
      const set = createIdSet()
      for (const id of added) set.add(id)
      for (const id of [...added, ...others]) expect(set.has(id)).toBe(added.includes(id))
    }),
  )
})

test('the URLs of files are found in the links and images of a page', () => {
  const markup =
    '<a href="https://x.example/a.pdf?b=1&amp;c=2">A</a> href=b <img class="c" src="https://x.example/c.jpg"/>'
  expect(addressesIn(markup)).toEqual(['https://x.example/a.pdf?b=1&c=2', 'https://x.example/c.jpg'])
  expect(addressesIn('')).toEqual([])
})

test('an image also has the URL of its large version', () => {
  const media = { id: 1, sha256: 'a', url: 'u', mime: 'image/png', bytes: 1 }
  expect(addressesOf(media)).toEqual(['u'])
  expect(addressesOf({ ...media, large: { url: 'l', width: 1, height: 1 } })).toEqual(['u', 'l'])
})
