import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { withWorld } from '../../helpers/fixtures.ts'
import { ask } from '../../helpers/world/daemon.ts'
import type { World } from '../../helpers/world/mirror-world.ts'

const types = join(import.meta.dirname, '..', '..', '..', 'examples', 'types', 'product.yaml')
const it = withWorld({ gtins: 2, languages: ['de-de'], types })

/** Saves a map and returns its variable. */
async function mapOf(world: World, fields: object): Promise<{ MAP: string }> {
  const MAP = join(world.env['DATA_DIR'] ?? '', `${Object.keys(fields).join('-')}.json`)
  await writeFile(MAP, JSON.stringify({ fields }))
  return { MAP }
}

const unfit = { 'meta.headlne': { from: 'name' }, 'terms.product_cat': 'Tape' }
const message =
  /^MAP does not fit the CMS\. Correct the map, or the registration in the CMS:\n {2}- fields\.meta\.headlne: the CMS registers no such meta key for pages .*\n {2}- fields\.terms\.product_cat: the taxonomy product_cat does not belong to the post type pages\n$/

it('sync, plan and approve end with exit code 7 and all errors, and the CMS receives no write', async ({
  world,
}) => {
  const env = await mapOf(world, unfit)
  await world.mock.zeroStats()
  for (const args of [
    ['sync'],
    ['plan', '--json'],
    ['approve', '2026-11-20-1', '--yes'],
    ['verify', '--repair'],
  ]) {
    const { code, stdout, stderr } = await world.runWith(env, ...args)
    expect({ args, code, stdout }).toEqual({ args, code: 7, stdout: '' })
    expect(stderr).toMatch(message)
  }
  expect((await world.mock.stats()).cmsWrites.total).toBe(0)
})

it('a daemon ends with exit code 7, before any of its jobs starts', async ({ world }) => {
  const daemon = world.spawnDaemon(await mapOf(world, unfit))
  const { code } = await daemon.ended()
  expect(code).toBe(7)
  expect(daemon.logged().filter(({ level }) => level >= 50)).toEqual([
    expect.objectContaining({
      msg: 'daemon start failed',
      err: expect.objectContaining({ message: expect.stringContaining('fields.meta.headlne') }) as unknown,
    }),
  ])
})

it('a daemon whose CMS is down starts, and reports that the map is not checked yet', async ({ world }) => {
  await world.mock.faults([{ side: 'cms', kind: 'status', status: 502 }])
  const daemon = world.spawnDaemon(await mapOf(world, unfit))
  const url = await daemon.ready()
  expect(await ask('GET', `${url}/readyz`)).toMatchObject({ status: 200 })
  expect(daemon.logged()).toContainEqual(
    expect.objectContaining({
      msg: 'field map not checked yet',
      reason: expect.stringContaining('502') as unknown,
    }),
  )
  await daemon.stop()
  await world.mock.clearFaults()
})

it('columns of the catalogue fill fields; a misspelt column ends doctor and sync before any write', async ({
  world,
}) => {
  const CATALOG = join(world.env['DATA_DIR'] ?? '', 'ranked.csv')
  const rows = world.gtins.map((gtin, index) => `${gtin};${index + 5}`)
  await writeFile(CATALOG, ['GTIN;Rank', ...rows].join('\n'))
  const wrong = { ...(await mapOf(world, { menu_order: { from: 'catalog.rnak' } })), CATALOG }
  for (const command of ['doctor', 'sync']) {
    // Doctor writes a test page and removes it.
    await world.mock.zeroStats()
    const { code, stdout, stderr } = await world.runWith(wrong, command)
    expect(code).toBe(7)
    expect(`${stdout}${stderr}`.replaceAll(/\s+/g, ' ')).toContain(
      'The catalogue has no column rnak, which MAP names as catalog.rnak. Did you mean Rank?',
    )
  }
  expect((await world.mock.stats()).cmsWrites.total).toBe(0)
  const right = { ...(await mapOf(world, { menu_order: { from: 'catalog.rank' } })), CATALOG }
  expect(await world.runWith(right, 'sync')).toMatchObject({ code: 0, stderr: '' })
  const [gtin = ''] = world.gtins
  const preview = await world.runWith(right, 'preview', gtin, 'de-de')
  expect(preview.stdout).toMatch(/menu_order:? +5/)
  await writeFile(CATALOG, ['GTIN;Rank', `${gtin};9`, ...rows.slice(1)].join('\n'))
  const again = await world.runWith(right, 'sync', '--json')
  expect(JSON.parse(again.stdout)).toMatchObject({ updated: 1, unchanged: 1 })
})

it('doctor lists the errors of the map with their remedy, and confirms a map that fits', async ({
  world,
}) => {
  const wrong = await world.runWith(await mapOf(world, unfit), 'doctor')
  expect(wrong.code).toBe(7)
  expect(wrong.stdout.replaceAll(/\s+/g, ' ')).toMatch(
    /✗ FAIL Field map fields\.meta\.headlne: .*; fields\.terms\.product_cat: .* → Correct the map, or the registration in the CMS/,
  )
  const right = await world.runWith(await mapOf(world, { excerpt: { from: 'intro' } }), 'doctor')
  expect(right.code).toBe(0)
  expect(right.stdout).toMatch(/^✓ ok {3}Field map {6}1 field, all of them known to the CMS$/m)
})
