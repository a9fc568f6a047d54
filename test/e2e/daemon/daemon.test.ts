import { describe, expect } from 'vitest'
import { withWorld } from '../../helpers/fixtures.ts'
import { startRun, untilState } from '../../helpers/world/api-runs.ts'
import { ask } from '../../helpers/world/daemon.ts'
import { holdRequests } from '../../helpers/sync/hold-requests.ts'
import { slugsOf } from '../../helpers/world/mirror-world.ts'

const languages = ['de-de', 'en-gb']

const it = withWorld({ gtins: 8, languages, env: { RETIRE_AFTER_MISSES: '1' } })
  .extend('daemon', { scope: 'file' }, ({ world }) => world.spawnDaemon())
  .extend('url', { scope: 'file' }, ({ daemon }) => daemon.ready())

describe('a daemon', () => {
  it('is alive and ready, and serves its pages', async ({ url }) => {
    for (const path of ['/healthz', '/readyz', '/metrics', '/queues', '/'])
      expect({ path, status: (await fetch(`${url}${path}`)).status }).toEqual({ path, status: 200 })
    expect(await ask('GET', `${url}/api/runs`)).toEqual({ status: 200, body: { runs: [] } })
  })

  it('does a requested run, and reports the run and each product', async ({ world, url }) => {
    const id = await startRun(url)
    await untilState(url, id)
    const { body } = await ask('GET', `${url}/api/runs/${id}?outcomes=changed&limit=3`)
    expect(body).toMatchObject({
      run: { counts: { records: 16, created: 16, failed: 0 } },
      outcomes: [{ result: 'created' }, { result: 'created' }, { result: 'created' }],
      more: true,
    })
    expect((await world.recordPages()).map(({ slug }) => slug).sort()).toEqual(
      slugsOf(world.gtins, languages),
    )
    const [gtin = ''] = world.gtins
    const pages = (await world.recordPages()).filter(({ slug }) => slug.startsWith(`gtin-${gtin}-`))
    expect((await ask('GET', `${url}/api/products/${gtin}`)).body).toMatchObject({
      gtin,
      records: languages.map((language) => ({
        language,
        runId: id,
        pageId: pages.find(({ slug }) => slug.endsWith(language))?.id,
      })),
    })
    expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/^process_resident_memory_bytes /m)
  })

  it('holds a plan over a limit until it is approved', async ({ world, url }) => {
    await world.listGtins(world.gtins.slice(4))
    const id = await startRun(url)
    await untilState(url, id, 'held')
    expect(await ask('POST', `${url}/api/runs/${id}/approve`)).toMatchObject({ status: 202 })
    await untilState(url, id)
    expect((await world.recordPages()).filter(({ status }) => status === 'draft')).toHaveLength(8)
    expect(await ask('POST', `${url}/api/runs/${id}/approve`)).toMatchObject({
      status: 409,
      body: { error: { code: 'cannot_approve', message: expect.stringContaining('is done') } },
    })
  })

  it('writes nothing more of a cancelled run, and lets the next run start', async ({ world, url }) => {
    await world.listGtins(world.gtins)
    await world.mock.zeroStats()
    const untilReading = await holdRequests(world.mock, { side: 'partner', path: '/product' })
    const id = await startRun(url)
    await untilReading()
    expect(await ask('POST', `${url}/api/runs`)).toMatchObject({
      status: 409,
      body: {
        error: {
          message: `Run ${id} is active. Until it has ended, only runs over up to 20 products can start, in parallel with a sync or a dry run.`,
          activeRunId: id,
        },
      },
    })
    expect(await ask('POST', `${url}/api/runs/${id}/cancel`)).toMatchObject({ status: 202 })
    await untilState(url, id, 'cancelled')
    await world.mock.clearFaults()
    await untilState(url, await startRun(url, { gtins: world.gtins.slice(0, 2), languages: ['de-de'] }))
    // Two pages come back, the list of their language has them again, and the root page counts them.
    expect((await world.mock.stats()).cmsWrites).toEqual({ total: 4, byKind: { 'pages.update': 4 } })
    expect((await world.recordPages()).filter(({ status }) => status === 'draft')).toHaveLength(6)
    expect((await ask('GET', `${url}/api/runs/${id}`)).body.run?.state).toBe('cancelled')
  })

  it('returns 404 for an unknown run', async ({ url }) => {
    expect(await ask('POST', `${url}/api/runs/2000-01-01-1/cancel`)).toMatchObject({ status: 404 })
  })

  it('ends with exit code 0 on SIGTERM', async ({ daemon }) => {
    expect(await daemon.stop()).toMatchObject({ code: 0, stderr: '' })
  })
})
