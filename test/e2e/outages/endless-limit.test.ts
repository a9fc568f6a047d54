import { describe, expect } from 'vitest'
import { withOwnWorld } from '../../helpers/fixtures.ts'

const it = withOwnWorld({ gtins: 30, languages: ['de-de', 'en-gb'], env: { MAX_OUTAGE_SECONDS: '1' } })

// They mostly wait.
describe.concurrent('a limit that never ends and names no usable time to wait', () => {
  it('(of products) ends the run with the cause after a few requests', async ({ world }) => {
    await world.mock.faults([{ side: 'partner', path: '/product', kind: 'retry-after', seconds: 0 }])
    const { code, report } = await world.report('sync', '--json')
    expect({ code, ...report }).toMatchObject({ code: 5, state: 'failed', records: 60, failed: 60 })
    expect(report).toMatchObject({
      failure: { cause: 'partner', message: expect.stringContaining('429 without a usable Retry-After') },
    })
    expect((await world.mock.stats()).totals.partner).toBeLessThan(60)
  })

  it('(of the whole partner) ends the run with the cause after a few requests', async ({ world }) => {
    await world.mock.faults([{ side: 'partner', kind: 'retry-after', seconds: 0 }])
    const { code, report } = await world.report('sync', '--json')
    expect({ code, ...report }).toMatchObject({ code: 5, state: 'failed' })
    expect(report).toMatchObject({
      failure: { cause: 'partner', message: expect.stringContaining('429 without a usable Retry-After') },
    })
    expect((await world.mock.stats()).totals.partner).toBeLessThan(20)
  })

  it('(of the CMS) ends the run with the cause after a few requests', async ({ world }) => {
    await world.mock.faults([{ side: 'cms', kind: 'retry-after', seconds: 0 }])
    const { code, report } = await world.report('sync', '--json')
    expect({ code, ...report }).toMatchObject({ code: 6, state: 'failed' })
    expect(report).toMatchObject({
      failure: { cause: 'cms', message: expect.stringContaining('429 without a usable Retry-After') },
    })
    expect((await world.mock.stats()).totals.cms).toBeLessThan(20)
  })

  it('(of writes) leaves no record without an outcome', async ({ world }) => {
    await world.mock.faults([{ side: 'cms', method: 'POST', kind: 'limited' }])
    const { code, report } = await world.report('sync', '--json')
    expect({ code, ...report }).toMatchObject({ code: 6, state: 'failed', records: 60, failed: 60 })
    expect((await world.mock.stats()).totals.cms).toBeLessThan(100)
  })
})
