import { expect } from 'vitest'
import { withWorld } from '../../helpers/fixtures.ts'
import { jsonOf } from '../../helpers/world/cli.ts'
import type { World } from '../../helpers/world/mirror-world.ts'

const it = withWorld({ gtins: 2, languages: ['de-de'], env: { LOG_LEVEL: 'error' } }, (world) =>
  world.report('sync', '--json'),
)

const decided = async (world: World) => jsonOf(await world.run('decisions', '--json'))

async function edit(world: World, gtin: string, title: string, intro: [string, string]): Promise<void> {
  const page = await pageOf(world, gtin)
  const content = page.content.raw.replace(...intro)
  await world.cms('PUT', `/cms/v2/pages/${page.id}`, { title, content })
}

async function pageOf(world: World, gtin: string) {
  const page = (await world.recordPages()).find(({ slug }) => slug.includes(gtin))
  if (page === undefined) throw new Error(`no page of ${gtin}`)
  return page
}

it('when an overwriting is undone, the conflict is listed again with both versions and can be decided', async ({
  world,
}) => {
  const [gtin = ''] = world.gtins
  const record = [gtin, 'de-de'] as const
  await world.mock.patchProduct(gtin, 'de-de', { item_number: 'ALT-1' })
  await world.report('sync', '--json')
  await edit(world, gtin, 'Von Hand', ['ALT-1', 'ALT-1 (Hand)'])
  await world.mock.patchProduct(gtin, 'de-de', { name: 'Vom Partner', item_number: 'NEU-1' })
  await world.report('sync', '--json')
  const [before] = (await decided(world)).decisions as { conflict: { fields: unknown[] } }[]
  expect(before?.conflict.fields).toHaveLength(2)
  await world.run('resolve', ...record, 'overwrite')
  const { report } = await world.report('sync', '--json')
  expect(await decided(world)).toMatchObject({ decisions: [] })

  const undone = await world.run('undo', report.runId)
  expect(undone.code).toBe(0)
  expect(undone.stdout).not.toContain('LANGUAGE release')
  expect((await pageOf(world, gtin)).title.raw).toBe('Von Hand')
  const [again] = (await decided(world)).decisions as { conflict: { fields: unknown[] } }[]
  expect(again?.conflict.fields).toEqual(before?.conflict.fields)
  const status = await world.run('status')
  expect(status.stdout).toContain('Records: 1 conflict, 1 up to date\n')
  expect((await world.run('history', ...record)).stdout).toContain(
    `product-mirror resolve ${gtin} de-de keep`,
  )

  // A run without new data leaves it, and each recommended decision works.
  await world.report('sync', '--json')
  expect((await decided(world)).decisions).toHaveLength(1)
  expect((await world.run('resolve', ...record, 'overwrite')).code).toBe(0)
  await world.report('sync', '--json')
  const page = await pageOf(world, gtin)
  expect(page.title.raw).toBe('Vom Partner')
  expect(page.content.raw).toContain('NEU-1')
  expect(await decided(world)).toMatchObject({ decisions: [] })
  expect((await world.run('status')).stdout).toContain('Records: 2 up to date\n')
})
