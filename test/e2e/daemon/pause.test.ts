import { expect } from 'vitest'
import { withOwnWorld } from '../../helpers/fixtures.ts'
import { jsonOf } from '../../helpers/world/cli.ts'
import { ask } from '../../helpers/world/daemon.ts'
import type { World } from '../../helpers/world/mirror-world.ts'

/** An hour that is never now. */
function closedNow(): string {
  const from = (new Date().getUTCHours() + 6) % 24
  const two = (hours: number): string => String(hours).padStart(2, '0')
  return `* ${two(from)}:00-${two(from + 1)}:00`
}

const it = withOwnWorld({ gtins: 3, languages: ['de-de'] })
const patient = { interval: 50, timeout: 60_000 }
const writesOf = async ({ mock }: World) => (await mock.stats()).cmsWrites.total
const statusOf = async (world: World, changes = {}) =>
  jsonOf(await world.runWith(changes, 'status', '--json')) as { state: string; writePause?: object }
const metric = async (url: string) =>
  /^product_mirror_writes_paused\{reason="paused"\} \d/m.exec(
    await (await fetch(`${url}/metrics`)).text(),
  )?.[0]

it('a pause stops two daemons, survives their restart, is visible everywhere, and ends automatically', async ({
  world,
}) => {
  const daemons = [world.spawnDaemon(), world.spawnDaemon()]
  for (const daemon of daemons) await daemon.ready()
  await world.mock.zeroStats()
  const paused = await world.run('pause', '--until', '1h', '--reason', 'shop update')
  expect(paused).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Writes to the CMS are paused until .* \(by .*\): shop update\.\n/),
  })
  const url = await (daemons[0]?.url() ?? '')
  const { body } = await ask('POST', `${url}/api/runs`)
  const runId = body.run?.id ?? ''
  const runOf = async (at: string) => (await ask('GET', `${at}/api/runs/${runId}`)).body.run
  await expect
    .poll(() => runOf(url), patient)
    .toMatchObject({ state: 'writing', writePause: { reason: 'shop update' } })

  for (const daemon of daemons) await daemon.stop()
  const restarted = [world.spawnDaemon(), world.spawnDaemon()]
  const urls = await Promise.all(restarted.map((daemon) => daemon.ready()))
  for (const at of urls) {
    await expect
      .poll(() => runOf(at), patient)
      .toMatchObject({ state: 'writing', writePause: { code: 'paused' } })
    expect(await metric(at)).toBe('product_mirror_writes_paused{reason="paused"} 1')
    const page = await (await fetch(at)).text()
    expect(page).toContain('Writes are paused')
    expect(page).toContain('shop update')
  }
  expect(await statusOf(world)).toMatchObject({ state: 'writing', writePause: { code: 'paused' } })
  expect((await world.run('status')).stdout).toContain('Writes to the CMS are paused until')
  expect(await writesOf(world)).toBe(0)

  const until = new Date(Date.now() + 2_000).toISOString()
  await ask('POST', `${urls[0]}/api/pause`, { until, reason: 'nearly done' })
  await expect
    .poll(() => runOf(urls[1] ?? ''), patient)
    .toMatchObject({ state: 'done', counts: { created: 3 } })
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(until))
  expect((await ask('GET', `${urls[1]}/api/pause`)).body).toEqual({ writePause: null })
})

it('resume ends a pause early, by command, API and form', async ({ world }) => {
  const url = await world.spawnDaemon().ready()
  const pause = () => ask('POST', `${url}/api/pause`, { until: '2h', reason: 'shop update' })
  await pause()
  expect((await world.run('resume')).stdout).toBe('The pause has ended. Runs may write.\n')
  expect((await world.run('resume')).stdout).toBe(
    'Writes are not paused: runs may write. There is nothing to resume.\n',
  )
  await pause()
  expect(await ask('POST', `${url}/api/resume`)).toMatchObject({ status: 200, body: { writePause: null } })
  expect(await ask('POST', `${url}/api/resume`)).toMatchObject({
    status: 409,
    body: { error: { code: 'not_paused' } },
  })
  const form = (name: string, fields: Record<string, string>) =>
    fetch(`${url}/actions/${name}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  expect((await form('pause', { until: '3d', reason: 'freeze' })).status).toBe(303)
  expect((await ask('GET', `${url}/api/pause`)).body).toMatchObject({ writePause: { reason: 'freeze' } })
  expect((await form('resume', {})).status).toBe(303)
  expect((await ask('GET', `${url}/api/pause`)).body).toEqual({ writePause: null })
})

it('a pause needs a time in the future and a reason', async ({ world }) => {
  const late = await world.run('pause', '--until', '2020-01-01', '--reason', 'shop update')
  expect(late).toMatchObject({
    code: 7,
    stderr: expect.stringMatching(/^--until: “2020-01-01” is not a time within the next year\. Allowed: /),
  })
  expect((await world.run('pause', '--until', '2h', '--reason', ' ')).stderr).toMatch(
    /^--reason: A reason has 1 to 300/,
  )
  expect((await world.run('pause', '--until', '2h')).code).toBe(7)
  expect(await world.redis.exists('pm:default:write-pause')).toBe(0)
})

it('outside the windows a command waits, shows when writing continues, and writes with --now', async ({
  world,
}) => {
  const env = { WRITE_WINDOWS: closedNow() }
  const waiting = world.spawnWith(env, 'sync', '--verbose')
  await expect.poll(async () => (await statusOf(world, env)).state, patient).toBe('writing')
  const text = 'Nothing is written to the CMS outside the write windows. The next one opens at'
  await waiting.logged(text)
  expect((await world.runWith(env, 'status')).stdout).toContain(text)
  expect(await writesOf(world)).toBe(0)
  const [runId = ''] = await world.redis.zrevrange('pm:default:runs', 0, 0)
  waiting.child.kill('SIGINT')
  await waiting.ended

  expect((await world.runWith(env, 'sync', '--now')).stderr).toMatch(/'--now' requires '--reason <text>'/)
  expect((await world.runWith(env, 'sync', '--reason', 'x')).stderr).toMatch(/'--reason' is for '--now'/)
  const url = await world.spawnDaemon(env).ready()
  const approved = await world.runWith(
    env,
    'approve',
    runId,
    '--yes',
    '--now',
    '--reason',
    'the shop opens today',
  )
  expect(approved.code).toBe(0)
  expect(await writesOf(world)).toBeGreaterThan(0)
  const audit = await (await fetch(`${url}/audit`)).text()
  expect(audit).toContain(`Run ${runId} may write outside the write windows: the shop opens today`)
})

it('outside the windows, the API starts a run that writes now, and releases one that waits', async ({
  world,
}) => {
  const url = await world.spawnDaemon({ WRITE_WINDOWS: closedNow() }).ready()
  const permission = { now: true, reason: 'the shop opens today' }
  const runOf = async (runId: string) => (await ask('GET', `${url}/api/runs/${runId}`)).body.run
  const startedBy = async (body?: object) => (await ask('POST', `${url}/api/runs`, body)).body.run?.id ?? ''
  const ends = (runId: string) => expect.poll(() => runOf(runId), patient).toMatchObject({ state: 'done' })

  await ends(await startedBy(permission))
  expect(await writesOf(world)).toBeGreaterThan(0)
  await world.mock.patchProduct(world.gtins[0] ?? '', '*', { name: 'Neu' })
  await world.mock.zeroStats()
  const waiting = await startedBy()
  await expect
    .poll(() => runOf(waiting), patient)
    .toMatchObject({ state: 'writing', writePause: { code: 'outside-windows' } })
  expect(await writesOf(world)).toBe(0)
  const approve = (body: object) => ask('POST', `${url}/api/runs/${waiting}/approve`, body)
  expect(await approve({ now: true })).toMatchObject({ status: 400 })
  expect(await approve(permission)).toMatchObject({ status: 202 })
  await ends(waiting)
  expect(await runOf(waiting)).toMatchObject({ counts: { updated: 1 } })
})
