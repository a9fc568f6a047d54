import { expect } from 'vitest'
import { approve, hold } from '../helpers/sync/held-plan.ts'
import type { Mirror } from '../helpers/sync/sync-deps.ts'
import { apply, snapshotOf, sync } from '../helpers/sync/sync-run.ts'
import { withMirror } from '../helpers/sync/with-mirror.ts'

/** The partner reverses its lists in each response, and gives the markup another id. */
function makeRestless(mirror: Mirror): void {
  const { partner } = mirror
  const counts = new Map<string, number>()
  mirror.partner = {
    ...partner,
    async fetchProduct(key, _etag, signal) {
      const fetched = await partner.fetchProduct(key, undefined, signal)
      if (fetched.state !== 'present') return fetched
      const { attributes, materials, application } = fetched.product
      const count = (counts.get(key.gtin) ?? 0) + 1
      counts.set(key.gtin, count)
      const turn = <T>(list: readonly T[]): T[] => (count % 2 ? list.toReversed() : [...list])
      const product = {
        ...fetched.product,
        attributes: turn([...attributes, { name: 'Dicke', norm: '', value: '1' }]),
        materials: turn(materials),
        application: `<div id="n${count}">${application}</div>`,
      }
      return { ...fetched, product, etag: '"same"' }
    },
  }
}

const test = withMirror({
  gtins: 4,
  languages: 'de-de',
  prepare: async (mirror) => {
    makeRestless(mirror)
    await sync(mirror)
  },
})

test('lists in another order and other ids in markup cause neither updates nor a note about ETags', async ({
  mirror,
}) => {
  for (let night = 1; night <= 2; night++) {
    const { run, planned } = await sync(mirror)
    expect(run.counts).toMatchObject({ records: 4, unchanged: 4, updated: 0 })
    expect(planned).toMatchObject({ update: 0 })
    expect(run.notes).toEqual([])
  }
})

test('a plan with a real change can be approved although the partner sends its lists in another order', async ({
  stage,
  mirror,
  key,
}) => {
  await stage.mock.patchProduct(key.gtin, '*', { price: '999.99' })
  const runId = await hold(mirror)
  expect(await approve(mirror, runId)).toMatchObject({ passed: true })
  await apply(mirror, runId)
  expect((await snapshotOf(mirror, key)).product.price).toBe('999.99')
})
