import { describe, expect } from 'vitest'
import { withWorld } from '../../helpers/fixtures.ts'
import { jsonOf } from '../../helpers/world/cli.ts'

const test = withWorld({ gtins: 30, languages: ['de-de'], env: { LOG_LEVEL: 'error' } }, (world) =>
  world.report('sync', '--json'),
)

describe('when 9 of 30 records fail in a run', () => {
  test('status lists each of them with its cause, and counts them', async ({ world }) => {
    for (const gtin of world.gtins.slice(0, 9))
      await world.mock.patchProduct(gtin, '*', { language: 'fr-fr' })
    expect((await world.report('sync', '--json')).report).toMatchObject({ state: 'partial', failed: 9 })

    const { stdout } = await world.run('status', '--failing')
    for (const gtin of world.gtins.slice(0, 9)) expect(stdout).toContain(`  ${gtin}/de-de  `)
    expect(stdout).toMatch(/failed on \d{4}-.* with many others: .*fallback language/)
    const status = await world.run('status')
    expect(status.stdout).toContain('Records: 9 failing, 21 up to date\n')
    expect(status.stdout).toContain('9 records are failing: product-mirror status --failing')
    expect(jsonOf(await world.run('status', '--json'))).toMatchObject({
      states: { failing: 9, quarantined: 0, 'up to date': 21 },
    })
  })

  test('they are counted as failing after the next run, and never go into quarantine together', async ({
    world,
  }) => {
    for (let run = 0; run < 6; run++) await world.report('sync', '--json')
    expect(jsonOf(await world.run('status', '--json'))).toMatchObject({
      states: { failing: 9, quarantined: 0 },
    })
  })

  test('none is listed once they all work again', async ({ world }) => {
    for (const gtin of world.gtins.slice(0, 9))
      await world.mock.patchProduct(gtin, '*', { language: 'de-de' })
    expect((await world.report('sync', '--json')).report).toMatchObject({ failed: 0 })
    expect((await world.run('status', '--failing')).stdout).toBe('No failing records.\n')
    expect((await world.run('status')).stdout).toContain('Records: 30 up to date\n')
  })
})
