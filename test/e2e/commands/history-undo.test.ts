import { describe, expect } from 'vitest'
import { withWorld } from '../../helpers/fixtures.ts'
import { startRun, untilState } from '../../helpers/world/api-runs.ts'
import { hasTerminals, jsonOf, runOnTerminal } from '../../helpers/world/cli.ts'
import { ask } from '../../helpers/world/daemon.ts'
import { expireJobLocks } from '../../helpers/world/job-locks.ts'
import { holdRequests } from '../../helpers/sync/hold-requests.ts'
import type { World } from '../../helpers/world/mirror-world.ts'

const env = {
  LOG_LEVEL: 'error',
  CMS_CONCURRENCY: '1',
  GUARD_MAX_UPDATE_SHARE: '1',
  JOB_LOCK_SECONDS: '6',
}

const it = withWorld({ gtins: 15, languages: ['de-de', 'en-gb'], env }, (world) =>
  world.report('sync', '--json'),
)
  .extend('gtin', { scope: 'file' }, ({ world }) => world.gtins[0] ?? '')
  /** A run that wrote nonsense, and the titles before it. */
  .extend('wrong', { scope: 'file' }, async ({ world }) => {
    const before = await titles(world)
    const runId = await writeNonsense(world, { name: 'Unsinn' })
    return { before, runId }
  })

const titles = async (world: World) => (await world.recordPages()).map(({ title }) => title.raw)

/** The partner sends nonsense for every product, and a sync writes it. */
async function writeNonsense(world: World, fields: Record<string, string>): Promise<string> {
  for (const gtin of world.gtins) await world.mock.patchProduct(gtin, '*', fields)
  const { report } = await world.report('sync', '--json')
  expect(report).toMatchObject({ state: 'done', updated: 30 })
  return report.runId
}

describe('a wrong run', () => {
  it('is listed in the history of its products', async ({ world, gtin, wrong }) => {
    const { code, stdout } = await world.run('history', gtin)
    expect(code).toBe(0)
    expect(stdout).toMatch(
      new RegExp(`^Product ${gtin}: 2 pages\n  de-de  page \\d+, up to date; written at `),
    )
    const rows = stdout
      .trimEnd()
      .split(/\n(?=\d{4}-)/)
      .slice(1)
    expect(rows).toHaveLength(4)
    expect(rows[0]).toMatch(
      new RegExp(
        `^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC  \\S+  updated  name\n    run ${wrong.runId} \\(cli\\), \\S{7} → \\S{7}: the partner changed it$`,
      ),
    )
    expect(rows[3]).toMatch(/ created\n .*, none → \S{7}: new at the partner$/)
    const json = jsonOf(await world.run('history', gtin, 'de-de', '--json'))
    expect(json).toMatchObject({
      gtin,
      pages: [{ language: 'de-de', state: 'mirrored', runId: wrong.runId }],
      entries: [
        { result: 'updated', fields: ['name'], runId: wrong.runId, why: 'the partner changed it' },
        { result: 'created' },
      ],
    })
  })

  it('is kept when the reply on a terminal is not y', { skip: !hasTerminals }, async ({ world, wrong }) => {
    const now = await titles(world)
    const { code, screen } = await runOnTerminal(['undo', wrong.runId], world.env, 'n\n')
    expect(screen).toContain(`Undo run ${wrong.runId} on 30 pages? Edits since then stay. [y/N]`)
    expect(screen).toContain('Nothing was undone.')
    expect(code).toBe(10)
    expect(await titles(world)).toEqual(now)
  })

  it(
    'is not drift, and verify reports that only on a terminal',
    { skip: !hasTerminals },
    async ({ world }) => {
      const { code, screen } = await runOnTerminal(['verify'], world.env, '')
      expect(screen).toContain('30 pages compared: no drift found.')
      expect(code).toBe(0)
      expect(await world.run('verify')).toEqual({ code: 0, stdout: '', stderr: '' })
    },
  )

  it('is undone, even when the undo is killed in the middle, and the next sync does not write it again', async ({
    world,
    gtin,
    wrong,
  }) => {
    const untilSecondBatch = await holdRequests(world.mock, { side: 'cms', path: '/batch/v1', after: 1 })
    const { child, ended } = world.spawn('undo', wrong.runId)
    await untilSecondBatch()
    child.kill('SIGKILL')
    await ended
    await expireJobLocks(world)
    await world.mock.clearFaults()

    const { code, stdout } = await world.run('undo', wrong.runId)
    expect(code).toBe(0)
    expect(stdout).toMatch(new RegExp(`^Run \\S+ reverted 30 of 30 records of run ${wrong.runId}\\.\n`))
    expect(await titles(world)).toEqual(wrong.before)
    const { report } = await world.report('sync', '--json')
    expect(report).toMatchObject({ unchanged: 30, updated: 0 })
    const { stdout: history } = await world.run('history', gtin, 'de-de')
    expect(history).toMatch(new RegExp(` undone  name\n.*: what run ${wrong.runId} did is undone$`, 'm'))
  })

  it('is not undone on pages that an editor changed since', async ({ world }) => {
    const again = await writeNonsense(world, { name: 'Noch mehr Unsinn', item_number: 'X-1' })
    const [page] = await world.recordPages()
    await world.cms('PUT', `/cms/v2/pages/${page?.id}`, { title: 'Vom Redakteur' })
    const { code, report } = await world.report('undo', again, '--json')
    expect({ code, ...report }).toMatchObject({ code: 0, undoes: again, undone: 30, keptEdits: 1, failed: 0 })
    expect((await titles(world))[0]).toBe('Vom Redakteur')
  })
})

it('the daemon carries out an undo from the API', async ({ world, gtin }) => {
  const daemon = world.spawnDaemon({ LOG_LEVEL: 'info' })
  const url = await daemon.ready()
  await world.mock.patchProduct(gtin, '*', { name: 'Falsch' })
  const runId = await startRun(url, { gtins: [gtin] })
  await untilState(url, runId)
  const undo = await ask('POST', `${url}/api/runs/${runId}/undo`)
  expect(undo.status).toBe(202)
  expect(undo.body.run).toMatchObject({ kind: 'undo', undoes: runId, trigger: 'api' })
  expect(await untilState(url, undo.body.run?.id ?? '')).toMatchObject({ counts: { records: 2, undone: 2 } })
  expect(await titles(world)).not.toContain('Falsch')
  const history = await fetch(`${url}/api/products/${gtin}/history?language=de-de`)
  const { entries } = (await history.json()) as { entries: { result: string }[] }
  expect(entries.map(({ result }) => result).slice(0, 2)).toEqual(['undone', 'updated'])
  const again = await ask('POST', `${url}/api/runs/2000-01-01-1/undo`)
  expect(again.status).toBe(404)
  await daemon.stop()
})

describe('a wrong argument', () => {
  it.for<[string[], number, RegExp]>([
    [
      ['history', '4026639012346'],
      7,
      /^4026639012346 is not a GTIN-13: its check digit is 6 instead of \d\. /,
    ],
    [['history', '123'], 7, /^"123" is not a GTIN-13\. Enter 13 digits/],
    [['history', '4006381333931', 'Deutsch'], 7, /^"Deutsch" is not a language code/],
    [
      ['history', '4006381333931'],
      1,
      /^Nothing is known about product 4006381333931: it has no page, .* Products have pages in de-de, en-gb\. /,
    ],
    [['undo', '2000-01-01-1'], 7, /^Run 2000-01-01-1 does not exist\. /],
    [['undo'], 7, /missing required argument 'run'/],
  ])('%j is refused with the reason', async ([args, expected, said], { world }) => {
    const { code, stdout, stderr } = await world.run(...args)
    expect({ code, stdout }).toEqual({ code: expected, stdout: '' })
    expect(stderr).toMatch(said)
  })

  it('undo of a dry run is refused', async ({ world }) => {
    const plan = jsonOf(await world.run('plan', '--json'))
    const { code, stderr } = await world.run('undo', plan.runId)
    expect(code).toBe(7)
    expect(stderr).toMatch(/^Run \S+ was a dry run: it wrote nothing/)
  })
})
