import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contradictsEtag, isTurn } from '../../../src/core/record/full-read.ts'
import { olderVersion } from '../../../src/core/record/snapshot.ts'

const week = 7 * 24 * 3_600_000
const time = fc.integer({ min: 0, max: 5e12 })

test('however a week is cut into runs, each record has exactly one turn', () => {
  fc.assert(
    fc.property(fc.string(), time, fc.array(fc.integer({ min: 0, max: week })), (id, from, cuts) => {
      const times = [from, ...cuts.map((cut) => from + cut).toSorted((a, b) => a - b), from + week]
      const turns = times.slice(1).filter((to, at) => isTurn(id, { from: times[at] ?? 0, to }))
      expect(turns).toHaveLength(1)
    }),
  )
})

test('the turns of many records are spread over the week', () => {
  const ids = Array.from({ length: 7_000 }, (_, at) => `${4_006_381_300_000 + at}/de-de`)
  for (let day = 0; day < 7; day++) {
    const [from, to] = [day * 24 * 3_600_000, (day + 1) * 24 * 3_600_000]
    const count = ids.filter((id) => isTurn(id, { from, to })).length
    expect(count).toBeGreaterThan(800)
    expect(count).toBeLessThan(1_200)
  }
})

test('only other data under the stored ETag contradicts it', () => {
  const head = { digest: 'a', etag: '"1"', state: 'mirrored' } as const
  expect(contradictsEtag(head, { etag: '"1"', digest: 'b' })).toBe(true)
  expect(contradictsEtag(head, { etag: '"1"', digest: 'a' })).toBe(false)
  expect(contradictsEtag(head, { etag: '"2"', digest: 'b' })).toBe(false)
  expect(contradictsEtag(head, { digest: 'b', etag: undefined })).toBe(false)
  expect(contradictsEtag({ ...head, digest: olderVersion }, { etag: '"1"', digest: 'b' })).toBe(false)
  expect(contradictsEtag({ ...head, state: 'retired' }, { etag: '"1"', digest: 'b' })).toBe(false)
  expect(contradictsEtag({ ...head, etag: 'bytes:1' }, { etag: 'bytes:1', digest: 'b' })).toBe(false)
  expect(contradictsEtag(undefined, { etag: '"1"', digest: 'b' })).toBe(false)
})
