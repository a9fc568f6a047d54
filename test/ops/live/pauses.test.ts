import { afterEach, describe, expect, vi } from 'vitest'
import { createLiveRun } from '../../../src/ops/live/live-run.ts'
import type { Outages } from '../../../src/core/report/pauses.ts'
import { withOps } from '../../helpers/ops.ts'
import { aRun } from '../start-ops.ts'

const [ended, atWork] = ['2026-11-20-1', '2026-11-21-1']
const limited = { partner: 0, cms: 0 }
let outages: Outages = {}
let fault: string | undefined

const it = withOps(async (ops) => {
  const { finishedAt: _, ...run } = aRun({ id: atWork, state: 'planning' })
  await ops.saveRun(aRun({ id: ended }))
  await ops.runs.begin(run)
  await ops.runs.advance(atWork, { total: 200, planned: 40 })
  return {
    health: {
      ...ops.deps.health,
      limited: () => limited,
      outages: () => outages,
      writeFault: () => fault,
    },
  }
})
  .extend('html', ({ app }) => async (url: string) => {
    const { body } = await app.inject({ url, headers: { accept: 'text/html' } })
    return body.replace(/<\/?time\b[^>]*>/g, '')
  })
  .extend(
    'json',
    ({ app }) =>
      async (url: string) =>
        (await app.inject({ url })).json(),
  )

afterEach(() => {
  vi.useRealTimers()
  Object.assign(limited, { partner: 0, cms: 0 })
  outages = {}
  fault = undefined
})

const said = (html: string): string[] =>
  [...(/data-live="pauses"[^>]*>(.*?)<\/div>/.exec(html)?.[1] ?? '').matchAll(/<p>(.*?)<\/p>/g)].map(
    ([, text = '']) => text,
  )

describe('while the active run is rate-limited', () => {
  const message = (name: string): string =>
    `Rate-limited by the ${name}: limited until 2026-11-21 10:00:00 UTC. The run continues then.`

  it.for([
    ['partner', 'partner'],
    ['cms', 'CMS'],
  ] as const)(
    'by the %s, its page and the overview show the end of the limit',
    async ([upstream, name], { html }) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T04:00:00Z') })
      for (const url of [`/runs/${atWork}`, '/']) expect(said(await html(url))).toEqual([])
      limited[upstream] = 6 * 3_600_000
      for (const url of [`/runs/${atWork}`, '/']) expect(said(await html(url))).toEqual([message(name)])
      expect(said(await html(`/runs/${ended}`))).toEqual([])
    },
  )

  it('the API shows the end of the limit for this run only', async ({ json }) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T04:00:00Z') })
    const limitedUntil = { partner: '2026-11-21T10:00:00.000Z' }
    expect((await json(`/api/runs/${atWork}`)).run).not.toHaveProperty('limitedUntil')
    limited.partner = 6 * 3_600_000
    expect((await json(`/api/runs/${atWork}`)).run).toMatchObject({ id: atWork, limitedUntil })
    expect((await json(`/api/runs/${ended}`)).run).not.toHaveProperty('limitedUntil')
    const { runs } = await json('/api/runs')
    expect(runs).toMatchObject([{ id: atWork, limitedUntil }, { id: ended }])
    expect(runs[1]).not.toHaveProperty('limitedUntil')
  })

  it('the remaining time is not estimated from the pause', async ({ ops }) => {
    let now = Date.parse('2026-11-21T04:00:00Z')
    const health = { ...ops.deps.health, limited: () => limited }
    const read = createLiveRun({ ...ops.deps, health }, () => now)
    await read()
    await ops.runs.advance(atWork, { planned: 20 })
    now += 60_000
    expect((await read())?.left).toContain('about ')
    limited.partner = 3_600_000
    now += 1_000
    expect((await read())?.left).toBe('')
    limited.partner = 0
    now += 3_600_000
    expect((await read())?.left).toBe('')
    await ops.runs.advance(atWork, { planned: 70 })
    now += 70_000
    expect((await read())?.left).toBe('about 1 min 10 s left in this phase')
  })
})

it('while an upstream is down, the active run, the overview and the API show it', async ({ html, json }) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T04:00:00Z') })
  const cms = {
    since: '2026-11-21T03:58:00.000Z',
    nextTry: '2026-11-21T04:00:16.000Z',
    reason: 'returned 502',
  }
  outages = { cms }
  const message =
    'The CMS has not responded since 2026-11-21 03:58:00 UTC (returned 502). Next try at 04:00:16 UTC.'
  for (const url of [`/runs/${atWork}`, '/']) expect(said(await html(url))).toEqual([message])
  expect(await html('/')).toContain('no response for 2 min')
  expect(await html('/')).toContain(`<h1>Problems found</h1>\n<ul><li>${message} <a href="#facts">`)
  expect((await json(`/api/runs/${atWork}`)).run).toMatchObject({ outages: { cms } })
  expect((await json(`/api/runs/${ended}`)).run).not.toHaveProperty('outages')
})

it('while Redis rejects writes, the active run and the overview show that writing is paused', async ({
  html,
}) => {
  const sentence = 'Writing is paused. Redis cannot be used: it refuses writes (OOM): its memory is full.'
  expect(await html('/')).not.toContain(sentence)
  fault = 'it refuses writes (OOM): its memory is full'
  expect(said(await html(`/runs/${atWork}`))).toEqual([sentence])
  expect(await html('/')).toContain(`<h1>Problems found</h1>\n<ul><li>${sentence} <a href="/readyz">`)
})
