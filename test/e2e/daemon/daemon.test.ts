import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, type DaemonProcess } from '../../helpers/world/daemon.ts'
import { holdRequests } from '../../helpers/sync/hold-requests.ts'
import { openWorld, slugsOf, type World } from '../../helpers/world/mirror-world.ts'

const languages = ['de-de', 'en-gb']

describe('a daemon', () => {
  let world: World
  let daemon: DaemonProcess
  let url: string
  beforeAll(async () => {
    world = await openWorld({ gtins: 20, languages })
    daemon = world.spawnDaemon()
    url = await daemon.ready()
  })
  afterAll(() => world.close())

  /** Starts a run and waits for one of these states. */
  async function start(state: string, body?: object) {
    const started = await ask('POST', `${url}/api/runs`, body)
    expect(started).toMatchObject({ status: 202, body: { run: { state: 'planning', trigger: 'api' } } })
    const id = started.body.run?.id ?? ''
    await inState(id, state)
    return id
  }
  const inState = (id: string, state: string) =>
    expect.poll(async () => (await ask('GET', `${url}/api/runs/${id}`)).body.run?.state).toBe(state)

  it('is alive and ready, and serves its pages', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics', '/queues', '/'])
      expect({ path, status: (await fetch(`${url}${path}`)).status }).toEqual({ path, status: 200 })
    expect(await ask('GET', `${url}/api/runs`)).toEqual({ status: 200, body: { runs: [] } })
  })

  it('does a requested run, and reports the run and each product', async () => {
    const id = await start('done')
    const { body } = await ask('GET', `${url}/api/runs/${id}?outcomes=changed&limit=3`)
    expect(body).toMatchObject({
      run: { counts: { records: 40, created: 40, failed: 0 } },
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

  it('holds a plan over a limit until it is approved', async () => {
    await world.listGtins(world.gtins.slice(10))
    const id = await start('held')
    expect(await ask('POST', `${url}/api/runs/${id}/approve`)).toMatchObject({ status: 202 })
    await inState(id, 'done')
    expect((await world.recordPages()).filter(({ status }) => status === 'draft')).toHaveLength(20)
    expect(await ask('POST', `${url}/api/runs/${id}/approve`)).toMatchObject({
      status: 409,
      body: { error: { code: 'cannot_approve', message: expect.stringContaining('is done') } },
    })
  })

  it('writes nothing more of a cancelled run, and lets the next run begin', async () => {
    await world.listGtins(world.gtins)
    await world.mock.zeroStats()
    const untilReading = await holdRequests(world.mock, { side: 'partner', path: '/product' })
    const id = await start('planning')
    await untilReading()
    expect(await ask('POST', `${url}/api/runs`)).toMatchObject({
      status: 409,
      body: {
        error: { message: `Run ${id} is active. Only one run can be active at a time.`, activeRunId: id },
      },
    })
    expect(await ask('POST', `${url}/api/runs/${id}/cancel`)).toMatchObject({ status: 202 })
    await inState(id, 'cancelled')
    await world.mock.clearFaults()
    await start('done', { gtins: world.gtins.slice(0, 2), languages: ['de-de'] })
    // Two pages come back, and the list of their language has them again.
    expect((await world.mock.stats()).cmsWrites).toEqual({ total: 3, byKind: { 'pages.update': 3 } })
    expect((await world.recordPages()).filter(({ status }) => status === 'draft')).toHaveLength(18)
    expect((await ask('GET', `${url}/api/runs/${id}`)).body.run?.state).toBe('cancelled')
  })

  it('answers an unknown run with 404', async () => {
    expect(await ask('POST', `${url}/api/runs/2000-01-01-1/cancel`)).toMatchObject({ status: 404 })
  })

  it('ends with exit code 0 on SIGTERM', async () => {
    expect(await daemon.stop()).toMatchObject({ code: 0, stderr: '' })
  })
})
