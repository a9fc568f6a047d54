import { describe, expect } from 'vitest'
import { withOwnWorld } from '../../helpers/fixtures.ts'

// Ten failures in a row stop the calls to an upstream, so a product needs several languages.
const it = withOwnWorld({
  gtins: 3,
  languages: ['de-de', 'en-gb', 'fr-fr', 'it-it'],
  env: { MAX_OUTAGE_SECONDS: '8' },
})

/** A fresh process has not received any product yet. */
describe.concurrent('a sync of one product that always fails', () => {
  it.for<[string, { kind: 'status'; status: number } | { kind: 'retry-after'; seconds: number }]>([
    ['returned 500', { kind: 'status', status: 500 }],
    ['limited', { kind: 'retry-after', seconds: 6 }],
  ])('(%s) ends while the partner serves other products', async ([, fault], { world }) => {
    expect((await world.run('sync')).code).toBe(0)
    const [gtin = ''] = world.gtins
    await world.mock.faults([{ side: 'partner', path: `/product/${gtin}`, ...fault }])
    const { code, report } = await world.report('sync', '--gtin', gtin, '--json')
    expect({ code, ...report }).toMatchObject({ code: 5, state: 'failed', records: 4, failed: 4 })
  })

  it('ends on a mirror without products, if the partner serves its language list', async ({ world }) => {
    const [gtin = ''] = world.gtins
    await world.mock.faults([{ side: 'partner', path: `/product/${gtin}`, kind: 'status', status: 500 }])
    const { code, report } = await world.report('sync', '--gtin', gtin, '--json')
    expect({ code, ...report }).toMatchObject({ code: 5, state: 'failed', records: 4, failed: 4 })
  })

  it('ends after the longest outage if the partner serves only its language list', async ({ world }) => {
    expect((await world.run('sync')).code).toBe(0)
    const [gtin = ''] = world.gtins
    await world.mock.faults([{ side: 'partner', path: '/product/', kind: 'status', status: 500 }])
    const { code, report } = await world.report('sync', '--gtin', gtin, '--json')
    expect({ code, ...report }).toMatchObject({ code: 5, state: 'failed', records: 4 })
  })
})
