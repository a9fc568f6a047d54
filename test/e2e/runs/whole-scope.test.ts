import { expect } from 'vitest'
import type { Run } from '../../../src/core/run/run.ts'
import { withWorld } from '../../helpers/fixtures.ts'
import { lastRun, sumOf } from '../../helpers/world/run-counts.ts'
import type { World } from '../../helpers/world/mirror-world.ts'

const env = { CMS_WRITE_GRACE_SECONDS: '0', GUARD_MAX_UPDATE_SHARE: '1', RETIRE_AFTER_MISSES: '9' }
const test = withWorld({ gtins: 9, languages: ['de-de', 'en-gb'], env }, (world) =>
  world.report('sync', '--json'),
)
const records = 18

/** A run whose counts must add up to its scope. */
async function whole(world: World, args: string[]): Promise<Run & { code: number | null }> {
  const { code } = await world.run(...args)
  const run = await lastRun(world)
  expect({ ...run.counts, sum: sumOf(run) }).toMatchObject({ sum: run.counts.records })
  return { ...run, code }
}

/** The partner has deleted the first product, and does not return the second in German. */
async function trouble({ mock, gtins: [gone = '', broken = ''] }: World): Promise<void> {
  await mock.deleteProduct(gone)
  await mock.faults([
    { side: 'partner', path: `/product/${broken}`, holds: 'de-de', kind: 'status', status: 500 },
  ])
}

async function edit(world: World, slug: string): Promise<void> {
  const page = (await world.recordPages()).find((one) => one.slug === slug)
  await world.cms('PUT', `/cms/v2/pages/${page?.id ?? 0}`, { title: 'Vom Redakteur' })
}

test('a sync that writes every page again has an outcome for each record', async ({ world }) => {
  await edit(world, `gtin-${world.gtins[8]}-de-de`)
  await trouble(world)
  const run = await whole(world, ['sync', '--rewrite', '--approve'])
  expect(run).toMatchObject({ code: 3, state: 'partial', counts: { records, absent: 2, failed: 1, kept: 1 } })
})

test('an undo has an outcome for each record that the other run wrote', async ({ world }) => {
  const [, , first = '', second = ''] = world.gtins
  for (const gtin of [first, second]) await world.mock.patchProduct(gtin, '*', { name: 'Unsinn' })
  const { id } = await whole(world, ['sync'])
  await world.mock.patchProduct(first, 'de-de', { name: 'Sinn' })
  await whole(world, ['sync'])
  const run = await whole(world, ['undo', id, '--yes'])
  expect(run).toMatchObject({ code: 0, counts: { records: 4, undone: 3, kept: 1 } })
})

test('a verify, with or without repairs, has an outcome for each mirrored record', async ({ world }) => {
  const pages = await world.recordPages()
  await edit(world, `gtin-${world.gtins[7]}-en-gb`)
  await world.cms('DELETE', `/cms/v2/pages/${pages[3]?.id ?? 0}?force=true`)
  expect(await whole(world, ['verify'])).toMatchObject({ code: 9, counts: { records, unchanged: records } })
  expect(await whole(world, ['verify', '--repair'])).toMatchObject({
    counts: { records, created: 1, unchanged: records - 1 },
  })
})

test('a sync of single products has an outcome for each record', async ({ world }) => {
  const [gone = '', broken = '', third = ''] = world.gtins
  await world.mock.patchProduct(third, '*', { item_number: 'NEW' })
  const run = await whole(world, ['sync', '--gtin', gone, '--gtin', broken, '--gtin', third])
  expect(run).toMatchObject({
    code: 3,
    counts: { records: 6, absent: 2, failed: 1, updated: 2, unchanged: 1 },
  })
})

test('a rebuild has an outcome for each record', async ({ world }) => {
  await world.redis.flushall()
  // An editor's title is kept, in two records.
  const counts = { records, unchanged: 13, kept: 2, absent: 2, failed: 1 }
  expect(await whole(world, ['rebuild'])).toMatchObject({ code: 3, counts })
  await whole(world, ['sync'])
})

test('a held run that is approved counts retired records once, whether absent or no longer listed', async ({
  world,
}) => {
  const [, , absent = '', other = '', delisted = ''] = world.gtins
  await world.mock.clearFaults()
  const once = { RETIRE_AFTER_MISSES: '1', GUARD_MAX_RETIRE_SHARE: '0.01' }
  await world.runWith(once, 'sync')
  for (const gtin of [absent, other]) await world.mock.deleteProduct(gtin)
  await world.listGtins(world.gtins.filter((gtin) => gtin !== delisted))
  const held = await world.runWith(once, 'sync', '--json')
  expect(held.code).toBe(4)
  const { runId } = JSON.parse(held.stdout) as { runId: string }
  await world.runWith(once, 'approve', runId)
  const run = await lastRun(world)
  expect(run).toMatchObject({ id: runId, counts: { records, retired: 6, failed: 0 } })
  expect(sumOf(run)).toBe(run.counts.records)
})
