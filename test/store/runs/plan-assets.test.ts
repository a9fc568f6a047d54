import fc from 'fast-check'
import { describe, expect } from 'vitest'
import type { RankedAsset } from '../../../src/core/record/assets.ts'
import { withStore } from '../../helpers/store-fixtures.ts'

const it = withStore()

describe('the plan', () => {
  it('lists each asset once', async ({ stores: { plans } }) => {
    const image = { asset: { url: 'https://partner.example/a.jpg', kind: 'image' }, rank: '2' } as const
    const pdf = {
      asset: { url: 'https://partner.example/A.pdf', kind: 'pdf', of: 'a/de' },
      rank: '1',
    } as const
    const shown = { asset: { url: 'https://partner.example/b.jpg', kind: 'image' }, rank: '1' } as const
    await plans.saveAssets('run', [image, pdf, shown])
    await plans.saveAssets('run', [image])
    await plans.saveAssets('run', [])
    expect(await plans.listAssets('run')).toEqual([pdf.asset, shown.asset, image.asset])
    expect(await plans.listAssets('other')).toEqual([])
  })

  it('lists an asset as the record of the lowest rank names it, whoever came first', async ({
    stores: { plans },
  }) => {
    const url = 'https://partner.example/a.jpg'
    const named = (rank: string): RankedAsset => ({ asset: { url, kind: 'image', name: rank }, rank })
    const ranks = ['0/de-de/2', '1/bg-bg/1', '0/de-at/3', '0/de/9', '0/de-at/30', 'ä']
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(ranks, { minLength: 1 }), fc.uuid(), async (some, runId) => {
        for (const rank of some) await plans.saveAssets(runId, [named(rank)])
        const [lowest = ''] = some.toSorted()
        expect(await plans.listAssets(runId)).toEqual([named(lowest).asset])
      }),
      { numRuns: 30 },
    )
  })

  it('leaves out an asset that cannot be read, and no other', async ({ store, keys, stores: { plans } }) => {
    const asset = { url: 'https://partner.example/a.jpg', kind: 'image' } as const
    await plans.saveAssets('run', [{ asset, rank: '0' }])
    await store.redis.hset(keys.planAssets('run'), 'https://partner.example/b.jpg', '0\n{"kind":5}')
    expect(await plans.listAssets('run')).toEqual([asset])
  })

  it('reads the assets of a plan that an older version left', async ({ store, keys, stores: { plans } }) => {
    const shown = 'https://partner.example/b.jpg'
    const unknown = 'https://partner.example/c.pdf'
    await store.redis.hset(keys.planAssets('run'), { [shown]: 'image 1/de Tape  60 m', [unknown]: 'pdf' })
    expect(await plans.listAssets('run')).toEqual([
      { url: shown, kind: 'image', of: '1/de', name: 'Tape  60 m' },
      { url: unknown, kind: 'pdf' },
    ])
  })
})
