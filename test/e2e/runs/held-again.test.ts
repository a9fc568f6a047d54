import { describe, expect } from 'vitest'
import { withWorld } from '../../helpers/fixtures.ts'
import { jsonOf } from '../../helpers/world/cli.ts'
import type { World } from '../../helpers/world/mirror-world.ts'

const it = withWorld({ gtins: 8, languages: ['de-de'], env: { LOG_LEVEL: 'warn' } }, async (world) => {
  await world.report('sync', '--json')
})

const rename = async ({ mock, gtins }: World, count: number, name: string) => {
  for (const gtin of gtins.slice(0, count)) await mock.patchProduct(gtin, 'de-de', { name })
}

describe('a held plan', () => {
  let runId = ''

  it('keeps its run when it is made again, and status shows one held run', async ({ world }) => {
    await rename(world, 6, 'Neu')
    const first = await world.report('sync', '--json')
    expect({ code: first.code, ...first.report }).toMatchObject({ code: 4, state: 'held' })
    ;({ runId } = first.report)

    const again = await world.run('sync')
    expect(again.code).toBe(4)
    expect(again.stdout).toMatch(
      new RegExp(
        `^Run \\S+ made the same plan as run ${runId}, which keeps waiting for approval\\. Nothing was written\\.\nRun ${runId} has been held since .*\n(?:.*\n)+ {2}approve +product-mirror approve ${runId}\n`,
      ),
    )
    const { code, report } = await world.report('sync', '--json')
    expect({ code, ...report }).toMatchObject({ code: 4, runId, state: 'held', planned: { update: 6 } })
    const status = jsonOf(await world.run('status', '--json'))
    expect(status.heldRuns).toMatchObject([{ runId }])
    expect(status.recent.slice(0, 2)).toMatchObject([
      { state: 'superseded', samePlanAs: runId },
      { state: 'superseded', samePlanAs: runId },
    ])
  })

  it('is superseded by a changed plan, with a summary of the difference', async ({ world }) => {
    await rename(world, 7, 'Neu')
    await rename(world, 1, 'Noch neuer')
    const before = runId
    const { code, stdout } = await world.run('sync')
    expect(code).toBe(4)
    ;[, runId = ''] = /^Run (\S+) has been held/.exec(stdout) ?? []
    expect(runId).not.toBe(before)
    expect(stdout).toContain(
      `note      Compared with the held plan ${before}: 1 update added; 1 update changed\n`,
    )
  })

  it('still waits after a run that could not reach the partner', async ({ world }) => {
    const failed = await world.runWith({ PARTNER_TOKEN: 'wrong' }, 'sync')
    expect(failed.code).toBe(5)
    const { code, report } = await world.report('approve', runId, '--json')
    expect({ code, ...report }).toMatchObject({ code: 0, runId, state: 'done', updated: 7 })
  })
})
