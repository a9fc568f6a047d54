import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { templatesOfFile, withWorld } from '../../helpers/fixtures.ts'
import { hasTerminals, jsonOf, runOnTerminal } from '../../helpers/world/cli.ts'
import { expireJobLocks } from '../../helpers/world/job-locks.ts'
import { holdRequests } from '../../helpers/sync/hold-requests.ts'
import type { World } from '../../helpers/world/mirror-world.ts'

const languages = ['de-de', 'en-gb', 'fr-fr']

const it = withWorld(
  {
    gtins: 10,
    languages,
    env: { LOG_LEVEL: 'warn', CMS_CONCURRENCY: '1', JOB_LOCK_SECONDS: '6' },
  },
  async (world) => {
    await world.report('sync', '--json')
    await world.mock.zeroStats()
  },
).extend('templates', { scope: 'file' }, templatesOfFile)

const written = async ({ mock }: World) => (await mock.stats()).cmsWrites.total
const rename = ({ mock, gtins }: World, index: number, name: string) =>
  mock.patchProduct(gtins[index] ?? '', 'de-de', { name })
const idIn = (json: string): string => (JSON.parse(json) as { runId: string }).runId

describe('a waiting plan', () => {
  it('is refused with exit code 4 when the partner changed a record since, and a new sync works', async ({
    world,
  }) => {
    await rename(world, 0, 'Wie geplant')
    await rename(world, 1, 'Wie geplant')
    const plan = await world.run('plan', '--json')
    expect({ code: plan.code, ...jsonOf(plan) }).toMatchObject({
      code: 2,
      planned: { update: 2 },
      planDigest: expect.stringMatching(/^[\w-]{43}$/),
    })
    const runId = idIn(plan.stdout)
    expect(await world.run('plan', runId, '--json')).toEqual({ code: 2, stdout: plan.stdout, stderr: '' })
    await rename(world, 1, 'Später')

    const { code, stdout } = await world.run('approve', runId)
    expect(code).toBe(4)
    expect(stdout).toMatch(
      new RegExp(
        `^ {2}REFUSED +Since this plan was made, the partner changed 1 of the 2 planned records \\(${world.gtins[1]}/de-de\\)\\. Nothing was written\\. Make a new plan: product-mirror sync$`,
        'm',
      ),
    )
    expect(await written(world)).toBe(0)

    const status = await world.run('status')
    expect(status.stdout).toMatch(
      new RegExp(`^Run ${runId} has been held since .*: 2 updates\\. Nothing .*\n {2}REFUSED +Since`),
    )
    const { heldRuns } = jsonOf(await world.run('status', '--json'))
    expect(heldRuns).toMatchObject([{ runId, planned: { update: 2 }, refusal: expect.any(String) }])

    const { report } = await world.report('sync', '--json')
    expect(report).toMatchObject({ state: 'done', updated: 2 })
    expect(report).toHaveProperty('notes', [`superseded the held plan ${runId}: 2 updates`])
    expect((await world.run('status')).stdout).not.toContain('HELD')
  })

  it('is refused when an editor changed a page since', async ({ world }) => {
    await rename(world, 0, 'Noch einmal')
    const runId = idIn((await world.run('plan', '--json')).stdout)
    const page = (await world.recordPages()).find(({ slug }) => slug === `gtin-${world.gtins[0]}-de-de`)
    await world.cms('POST', `/cms/v2/pages/${page?.id}`, { status: 'private' })
    await world.mock.zeroStats()
    const { code, stdout } = await world.run('approve', runId)
    expect(code).toBe(4)
    expect(stdout).toContain(`1 page was changed in the CMS (${world.gtins[0]}/de-de)`)
    const again = await world.run('plan', runId)
    expect(again).toMatchObject({ code: 4, stderr: '' })
    expect(again.stdout).toMatch(
      new RegExp(`^~ ${world.gtins[0]} de-de +name .*→ Noch einmal\n.*\nApproval refused: Since`, 'm'),
    )
    expect(await written(world)).toBe(0)
  })

  it('can be cancelled', async ({ world }) => {
    const { heldRuns } = jsonOf(await world.run('status', '--json'))
    const { runId } = heldRuns[0]
    expect(await world.run('cancel', runId)).toEqual({
      code: 0,
      stderr: '',
      stdout: `Run ${runId} is cancelled. Its plan is discarded; nothing of it was written.\n`,
    })
    expect(await world.run('approve', runId)).toMatchObject({ code: 7 })
    expect(await world.run('cancel', runId)).toEqual({
      code: 7,
      stdout: '',
      stderr: `Run ${runId} is cancelled already.\n`,
    })
    // The page was set to private, so its two other languages no longer link it.
    expect((await world.report('sync', '--json')).report).toMatchObject({ updated: 3 })
  })
})

it(
  'approve on a terminal applies the plan of a dry run after y',
  { skip: !hasTerminals },
  async ({ world }) => {
    await rename(world, 0, 'Von Hand')
    const runId = idIn((await world.run('plan', '--json')).stdout)
    const { code, screen } = await runOnTerminal(['approve'], world.env, 'y\n')
    expect(screen).toContain(`Dry run ${runId} planned 1 update.`)
    expect(screen).toMatch(new RegExp(`Apply exactly this plan\\? [^]*Run ${runId} finished`))
    expect(code).toBe(0)
  },
)

describe('a changed label', () => {
  let runId = ''

  it('holds the run, whatever the number of pages, and shows samples', async ({ world, templates }) => {
    for (const language of ['de', 'en', 'fr']) {
      const file = join(templates, 'labels', `${language}.json`)
      const labels = JSON.parse(await readFile(file, 'utf8'))
      await writeFile(file, JSON.stringify({ ...labels, attributes: `Daten (${language})` }))
    }
    await rename(world, 2, 'Auch neu')
    await world.mock.zeroStats()

    const { code, stdout } = await world.runWith({ TEMPLATE_DIR: templates }, 'sync')
    expect(code).toBe(4)
    expect(stdout).toMatch(
      /HELD +Would write 30 of 30 pages because the template or the labels changed, 29 of them for no other reason\./,
    )
    expect(stdout).not.toContain('Would update')
    const samples = stdout.slice(stdout.indexOf('Some of the pages before (-) and after (+):'))
    const shown = [...samples.matchAll(/^ {2}(\d{13})\/(\S+), page \d+$/gm)]
    expect(shown.map(([, , language]) => language)).toEqual(languages)
    expect(new Set(shown.map(([, gtin]) => gtin)).size).toBe(3)
    expect(samples).toMatch(/^ {6}- ## Eigenschaften\n {6}\+ ## Daten \(de\)$/m)
    expect(await written(world)).toBe(0)
    ;[, runId = ''] = /^Run (\S+) has been held/.exec(stdout) ?? []
  })

  it('is not applied by a process that has another template', async ({ world }) => {
    const { code, stdout } = await world.run('approve', runId)
    expect(code).toBe(4)
    expect(stdout).toMatch(/REFUSED .*the template or the labels changed since the plan was held/)
    expect(await written(world)).toBe(0)
  })

  it('is applied when approved, even after a kill in the middle', async ({ world, templates }) => {
    const untilSecondBatch = await holdRequests(world.mock, { side: 'cms', path: '/batch/v1', after: 1 })
    const { child, ended } = world.spawnWith({ TEMPLATE_DIR: templates }, 'approve', runId)
    await untilSecondBatch()
    child.kill('SIGKILL')
    await ended
    await expireJobLocks(world)
    await world.mock.clearFaults()

    const rest = await world.runWith({ TEMPLATE_DIR: templates }, 'sync', '--json')
    expect({ code: rest.code, ...jsonOf(rest) }).toMatchObject({ code: 0, runId, state: 'done' })
    const pages = await world.recordPages()
    expect(pages.every(({ content }) => /Daten \((?:de|en|fr)\)/.test(content.raw))).toBe(true)
    await world.mock.zeroStats()
    const next = await world.runWith({ TEMPLATE_DIR: templates }, 'sync', '--json')
    expect(jsonOf(next)).toMatchObject({ state: 'done', updated: 0, unchanged: 30 })
    expect(await written(world)).toBe(0)
  })

  it('is not held when the run was approved from the start', async ({ world }) => {
    const approved = await world.run('sync', '--approve', '--json')
    expect({ code: approved.code, ...jsonOf(approved) }).toMatchObject({ code: 0, state: 'done' })
    expect(await written(world)).toBeGreaterThan(0)
  })
})
