import { describe, expect } from 'vitest'
import { withWorld } from '../../helpers/fixtures.ts'
import { anyPrice } from '../../helpers/world/any-price.ts'
import { jsonOf } from '../../helpers/world/cli.ts'
import type { World } from '../../helpers/world/mirror-world.ts'

const languages = ['de-de', 'en-gb', 'fr-fr']

/** Every product of the world costs this much, times its place. */
async function price({ mock, gtins }: World, priceOf: (index: number) => number) {
  for (const [index, gtin] of gtins.entries())
    for (const language of languages)
      await mock.patchProduct(gtin, language, { price: priceOf(index).toFixed(2) })
}

const it = withWorld(
  { gtins: 20, languages, env: { LOG_LEVEL: 'warn', RETIRE_AFTER_MISSES: '1', GUARDS: anyPrice } },
  async (world) => {
    await price(world, (index) => 100 + index)
    await world.report('sync', '--json')
  },
)

describe('a held plan of 60 price changes', () => {
  let runId = ''

  it('is shown as one pattern with an example and its outliers, within 15 lines', async ({ world }) => {
    await price(world, (index) => (index === 7 ? 1_070 : (100 + index) * 0.28))
    const { code, stdout } = await world.run('sync')
    expect(code).toBe(4)
    const lines = stdout.trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(15)
    ;[, runId = ''] = /^Run (\S+) has been held/.exec(stdout) ?? []
    const at = lines.findIndex((line) => line.startsWith('  changes'))
    expect(lines.slice(at, at + 3)).toEqual([
      '  changes   1. 60 × price, −72.0 % median, 3 up, 57 down',
      expect.stringMatching(/^ {14}for example \d{13} \S+: \d+(?:\.\d+)? → \d+(?:\.\d+)?$/),
      expect.stringMatching(
        new RegExp(`^ {14}3 outliers: ${world.gtins[7]} de-de: 107 → 1070 \\(\\+900\\.0 %\\); `),
      ),
    ])
    expect((await world.run('status')).stdout).toContain('1. 60 × price, −72.0 % median')
  })

  it('starts with its patterns when it is printed, with one line a change', async ({ world }) => {
    const { stdout } = await world.run('plan', runId)
    const lines = stdout.split('\n')
    expect(lines[0]).toBe('60 planned changes:')
    expect(lines[1]).toBe('  1. 60 × price, −72.0 % median, 3 up, 57 down')
    expect(lines.filter((line) => /^~ \d{13} \S+ +price \S+ → \S+ {2}\S/.test(line))).toHaveLength(60)
    expect((await world.run('plan', runId, '--markdown')).stdout).toContain('\n1. 60 × price, −72.0 % median')
  })

  it('has the same summary in JSON, stored with the run', async ({ world }) => {
    const { summary } = jsonOf(await world.run('plan', runId, '--json'))
    expect(summary).toMatchObject({
      records: 60,
      patterns: [{ kind: 'update', field: 'price', how: 'number', count: 60, outliers: { count: 3 } }],
    })
    expect(jsonOf(await world.run('status', '--json')).heldRuns).toMatchObject([{ runId, summary }])
  })

  it('keeps its run when it is made again', async ({ world }) => {
    const { code, report } = await world.report('sync', '--json')
    expect({ code, ...report }).toMatchObject({ code: 4, runId, state: 'held' })
  })

  it('is approved in part: updates are written, and retirements wait as a separate run', async ({
    world,
  }) => {
    await world.listGtins(world.gtins.slice(0, 15))
    const held = await world.report('sync', '--json')
    expect({ code: held.code, ...held.report }).toMatchObject({
      code: 4,
      planned: { update: 45, retire: 15 },
      difference: { runId, changed: { update: 0 }, removed: { update: 15 }, added: { retire: 15 } },
    })
    expect(await world.run('approve', held.report.runId, '--pattern', '3')).toMatchObject({
      code: 7,
      stderr: expect.stringMatching(
        /^The plan of run \S+ has no pattern 3\. It has 2 patterns: 1: 45 × price, .*; 2: 15 × /,
      ),
    })
    expect(await world.run('approve', held.report.runId, '--language', 'pt_PT')).toMatchObject({
      code: 7,
      stderr: `The plan of run ${held.report.runId} has no records in language pt-pt. It has de-de (20), en-gb (20), fr-fr (20).\n`,
    })
    const wrong = await world.run('approve', held.report.runId, '--sample', '0')
    expect(wrong.stderr).toContain(
      "option '--sample <n>' argument '0' is invalid. It must be a whole number of at least 1.",
    )
    const several = await world.run('approve', held.report.runId, '--sample', '3', '--only', 'updates')
    expect(several.stderr).toContain(
      "options '--only', '--sample' cannot be used together: an approval has one part",
    )
    expect(await world.run('approve', held.report.runId, '--only', 'creates')).toMatchObject({
      code: 7,
      stderr: `The plan of run ${held.report.runId} has no creates: 15 retirements, 45 updates.\n`,
    })
    const { code, stdout } = await world.run('approve', held.report.runId, '--only', 'updates')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Run \S+ finished\. 45 updated\.$/m)
    const [, rest = ''] = /^Run (\S+) has been held since .*: 15 retirements\./m.exec(stdout) ?? []
    expect(stdout).toContain(`  approve   product-mirror approve ${rest}\n`)
    expect((await world.recordPages()).every(({ status }) => status === 'publish')).toBe(true)

    const again = await world.report('sync', '--json')
    expect({ code: again.code, ...again.report }).toMatchObject({ code: 4, runId: rest })
    const done = await world.report('approve', rest, '--json')
    expect({ code: done.code, ...done.report }).toMatchObject({ code: 0, state: 'done', retired: 15 })
    expect((await world.recordPages()).filter(({ status }) => status === 'draft')).toHaveLength(15)
  })

  it('is approved as a sample, which its run and the next one name', async ({ world }) => {
    await world.listGtins(world.gtins)
    await price(world, (index) => 2_000 + index)
    const { report: held } = await world.report('sync', '--json')
    expect(held).toMatchObject({ state: 'held', planned: { update: 45, restore: 15 } })
    await world.mock.zeroStats()
    const { code, report } = await world.report('approve', held.runId, '--sample', '5', '--json')
    expect({ code, ...report }).toMatchObject({
      code: 0,
      approvedPart: 'a sample of 5 records',
    })
    // Which records are in the sample depends on the plan, which contains the port of the bundled server.
    const { updated, restored } = report
    expect(updated + restored).toBe(5)
    expect(restored).toBeGreaterThan(0)
    const { stdout } = await world.run('runs')
    expect(stdout).toContain('a sample of 5 records of its plan')
    const rest = jsonOf(await world.run('plan', report.rest ?? '', '--json'))
    expect(rest.notes).toEqual([
      `the rest of the plan of run ${held.runId}, of which only a sample of 5 records was approved`,
    ])
  })
})
