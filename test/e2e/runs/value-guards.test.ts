import { expect } from 'vitest'
import { noFiles } from '../../helpers/content/no-files.ts'
import { withWorld } from '../../helpers/fixtures.ts'
import { lastRun } from '../../helpers/world/run-counts.ts'
import type { World } from '../../helpers/world/mirror-world.ts'

const gtins = 1000
const test = withWorld(
  { gtins, languages: ['de-de'], env: { GUARD_MAX_UPDATE_SHARE: '1' } },
  async (world) => {
    // Thousands of uploads would take most of the time.
    await change(world, world.gtins, { price: '100', ...noFiles })
    await world.report('sync', '--json')
  },
)

async function change({ mock }: World, some: readonly string[], fields: Record<string, unknown>) {
  for (const gtin of some) await mock.patchProduct(gtin, '*', fields)
}

test('490 of 1,000 prices × 0.01 hold the plan with 0 writes; three hold only their records', async ({
  world,
}) => {
  const before = await world.recordPages()
  await change(world, world.gtins.slice(0, 490), { price: '1' })
  const held = await world.run('sync')
  expect(held.stdout + held.stderr).toMatch(
    /Values of price break a rule in 490 of 1,000 records \(49\.0 %, limit 50 records or 5\.0 %\): \d{13}\/de-de 100 → 1/,
  )
  expect(await lastRun(world)).toMatchObject({ state: 'held', planned: { update: 0 } })
  expect(await world.recordPages()).toEqual(before)

  await change(world, world.gtins.slice(3, 490), { price: '100' })
  await change(world, world.gtins.slice(3), { intro: 'Filz' })
  await world.run('sync')
  expect(await lastRun(world)).toMatchObject({ state: 'done', counts: { held: 3, updated: 997 } })

  expect((await world.run('resolve', '--all', 'accept', '--kind', 'values', '--yes')).code).toBe(0)
  await world.run('sync')
  expect(await lastRun(world)).toMatchObject({ state: 'done', counts: { held: 0, updated: 3 } })
})

test('a mistake in GUARDS stops every command with code 7', async ({ world }) => {
  const { code, stderr } = await world.runWith({ GUARDS: '/nope.yaml' }, 'sync')
  expect(code).toBe(7)
  expect(stderr).toContain('GUARDS: /nope.yaml: cannot be read')
})
