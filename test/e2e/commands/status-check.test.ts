import { expect } from 'vitest'
import { withWorld } from '../../helpers/fixtures.ts'
import { jsonOf } from '../../helpers/world/cli.ts'
import { slugsOf, type World } from '../../helpers/world/mirror-world.ts'

const it = withWorld({ gtins: 4, languages: ['de-de'] })
  .extend('first', { scope: 'file' }, ({ world }) => world.gtins[0] ?? '')
  .extend('second', { scope: 'file' }, ({ world }) => world.gtins[1] ?? '')

const partner = ({ mock }: World, gtin: string, fields: Record<string, unknown>) =>
  mock.patchProduct(gtin, 'de-de', fields)

/** An editor writes into the row of the item number. */
async function edit(world: World, gtin: string): Promise<void> {
  const page = (await world.recordPages()).find(({ slug }) => slug === slugsOf([gtin], ['de-de'])[0])
  const row = /(?<=Artikelnummer<\/th><td>[^<]*)<\/td>/
  const content = page?.content.raw.replace(row, ' Von Hand.</td>')
  await world.cms('PUT', `/cms/v2/pages/${page?.id}`, { content })
}

async function expectCheck(world: World, code: number, line: RegExp): Promise<void> {
  expect(await world.run('status', '--check')).toEqual({
    code,
    stdout: expect.stringMatching(new RegExp(`^${line.source}\n$`)),
    stderr: '',
  })
}

it('a mirror that works is ok', async ({ world }) => {
  await expectCheck(world, 0, /ok: 0 pages mirrored; no run yet/)
  expect((await world.run('sync')).code).toBe(0)
  await expectCheck(world, 0, /ok: 4 pages mirrored; run \S+ ended at \S+ \S+ UTC/)
})

it('a partner or a CMS that was unusable in the last run is reported with the cause, once', async ({
  world,
  second,
}) => {
  await partner(world, second, { name: 'Neuer Name' })
  const wrong = await world.runWith({ CMS_PASSWORD: 'wrong' }, 'sync')
  expect(wrong.code).toBe(6)
  expect(wrong.stdout.match(/rejected the credentials/g)).toHaveLength(1)
  await expectCheck(world, 6, /CMS unusable: run \S+ failed: The CMS rejected the credentials[^\n]*/)
  expect(jsonOf(await world.run('status', '--check', '--json'))).toMatchObject({
    ok: false,
    exitCode: 6,
    problems: [{ kind: 'cms', exitCode: 6 }],
  })

  expect((await world.runWith({ PARTNER_TOKEN: 'wrong' }, 'sync')).code).toBe(5)
  await expectCheck(world, 6, /CMS unusable: .* \(also: partner unusable\)/)
  expect((await world.run('plan')).code).toBe(2)
  await expectCheck(world, 0, /ok: .*/)
  expect((await world.run('sync')).code).toBe(0)
  await expectCheck(world, 0, /ok: .*/)
})

it('a sync that leaves a conflict reports it with the command, and the check requires the decision', async ({
  world,
  first,
}) => {
  await edit(world, first)
  await partner(world, first, { item_number: 'NEU-1' })
  const { code, stdout } = await world.run('sync')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^Run \S+ finished, with 1 conflict to decide\. /)
  expect(stdout).toContain(
    '\n  conflict  1 record changed by both editor and partner: product-mirror decisions\n',
  )
  await expectCheck(world, 4, /decision needed: 1 record needs a decision: product-mirror decisions/)
  expect((await world.run('sync')).stdout).toMatch(/^Run \S+ finished without changes\.\n$/)
  await expectCheck(world, 4, /decision needed: .*/)
  await world.run('resolve', first, 'de-de', 'keep')
  await expectCheck(world, 0, /ok: .*/)
})

it('a record that failed in the last run is reported until it no longer fails', async ({ world, second }) => {
  await partner(world, second, { name: 'Noch ein Name' })
  await world.mock.faults([{ side: 'partner', path: '/product', kind: 'wrong-gtin' }])
  expect((await world.run('sync')).code).toBe(3)
  await expectCheck(world, 3, /records failing: 4 records are failing: product-mirror status --failing/)
  await world.mock.clearFaults()
  await world.run('sync')
  await expectCheck(world, 0, /ok: .*/)
})
