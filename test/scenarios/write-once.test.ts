import { expect } from 'vitest'
import { slugOf } from '../../src/core/record/record.ts'
import { failLeftovers } from '../../src/sync/runs/fail-leftovers.ts'
import { finishRun } from '../../src/sync/runs/finish-run.ts'
import { writePages } from '../../src/sync/pages/write-pages.ts'
import { recordRequests } from '../helpers/world/record-requests.ts'
import { writeGraceMs, type Mirror } from '../helpers/sync/sync-deps.ts'
import { go, inputOf, outcomesOf, plan, startWriting, sync } from '../helpers/sync/sync-run.ts'
import { undo } from '../helpers/sync/undo.ts'
import { withMirror } from '../helpers/sync/with-mirror.ts'

const test = withMirror({ gtins: 30 })

const slugsOf = (gtins: readonly string[]): string[] =>
  gtins.map((gtin) => slugOf({ gtin, language: 'de-de' })).sort()

/** A planned run whose parents exist, ready for its pages. */
async function ready(mirror: Mirror) {
  const { runId } = await plan(mirror)
  await startWriting(mirror, runId)
  return inputOf(mirror, runId)
}

test('a create is sent only after its slug was looked up', async ({ stage, mirror }) => {
  const input = await ready(mirror)
  const wire = recordRequests(stage.mock.origin)
  await writePages(mirror, input, go)
  wire.stop()
  const firstBatch = wire.sent.findIndex(({ path }) => path.endsWith('/batch/v1'))
  const asked = wire.sent.slice(0, firstBatch).map(({ path }) => path)
  expect(asked.length).toBeGreaterThan(0)
  for (const slug of slugsOf(mirror.listed)) expect(asked.join(' ')).toContain(slug)
})

test('30 pages are sent in batches of 25 and 5, with responses of only the needed fields, none with an id or meta', async ({
  stage,
  mirror,
}) => {
  const input = await ready(mirror)
  const wire = recordRequests(stage.mock.origin)
  await writePages(mirror, input, go)
  await finishRun(mirror, input.runId)
  for (const gtin of mirror.listed) await stage.mock.patchProduct(gtin, 'de-de', { item_number: 'NEU' })
  await sync(mirror)
  wire.stop()
  const batches = wire.batches()
  expect(batches.map(({ length }) => length)).toEqual([25, 5, 25, 5])
  for (const { path, body } of batches.flat()) {
    expect(path).toContain('_fields=id,slug,status')
    expect(Object.keys(body)).not.toContain('id')
    expect(Object.keys(body)).not.toContain('meta')
  }
})

test('the same records written a second time are not written again', async ({ stage, mirror }) => {
  const input = await ready(mirror)
  expect(await writePages(mirror, input, go)).toEqual({ written: 30, done: 0, waitMs: 0 })
  await stage.mock.zeroStats()
  expect(await writePages(mirror, input, go)).toEqual({ written: 0, done: 0, waitMs: 0 })
  expect((await stage.mock.stats()).totals.cms).toBe(0)
})

test('records that were acknowledged in part before are written without that part', async ({
  stage,
  mirror,
}) => {
  const input = await ready(mirror)
  await writePages(mirror, { ...input, recordIds: input.recordIds.slice(0, 10) }, go)
  await stage.mock.zeroStats()
  await writePages(mirror, input, go)
  expect((await stage.mock.stats()).cmsWrites.byKind['pages.create']).toBe(20)
  expect(await stage.editor.slugs()).toEqual(slugsOf(mirror.listed))
})

test('a second run over unchanged data writes nothing', async ({ stage, mirror }) => {
  await sync(mirror)
  await stage.mock.zeroStats()
  const { run } = await sync(mirror)
  expect(run.counts).toMatchObject({ unchanged: 30, created: 0, updated: 0 })
  expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
})

test('a page that landed after its reply was lost is bound, not created again', async ({ stage, mirror }) => {
  const input = await ready(mirror)
  await stage.mock.faults([{ side: 'cms', path: '/batch/v1', kind: 'reset-after', count: 1 }])
  const first = await writePages(mirror, input, go)
  expect(first).toMatchObject({ written: 5, waitMs: writeGraceMs })
  await stage.mock.zeroStats()
  expect(await writePages(mirror, input, go)).toEqual({ written: 0, done: 25, waitMs: 0 })
  expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
  expect(await stage.editor.slugs()).toEqual(slugsOf(mirror.listed))
  const outcomes = await outcomesOf(mirror, input.runId)
  expect([...outcomes.values()].every(({ result }) => result === 'created')).toBe(true)
})

test('a create whose reply was lost waits for the write grace period, is looked up again, and only then sent', async ({
  stage,
  mirror,
}) => {
  mirror.listed = mirror.listed.slice(0, 3)
  const input = await ready(mirror)
  await stage.mock.faults([{ side: 'cms', path: '/batch/v1', kind: 'reset-before', count: 1 }])
  expect(await writePages(mirror, input, go)).toEqual({ written: 0, done: 0, waitMs: writeGraceMs })

  mirror.pass(writeGraceMs - 500)
  const wire = recordRequests(stage.mock.origin)
  expect(await writePages(mirror, input, go)).toEqual({ written: 0, done: 0, waitMs: 500 })
  expect(wire.batches()).toEqual([])

  mirror.pass(500)
  wire.sent.length = 0
  expect(await writePages(mirror, input, go)).toEqual({ written: 3, done: 0, waitMs: 0 })
  wire.stop()
  // One request for our rights, one look-up by slugs, and one by the block of each record.
  expect(wire.sent.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'GET', 'GET', 'POST'])
  expect(await stage.editor.slugs()).toEqual(slugsOf(mirror.listed))
})

test('an update whose reply was lost is not sent again when it has landed', async ({ stage, mirror }) => {
  await sync(mirror)
  const [gtin = ''] = mirror.listed
  const [before] = await mirror.snapshots.read([{ gtin, language: 'de-de' }])
  await stage.mock.patchProduct(gtin, 'de-de', { name: 'Neues Band' })
  await stage.mock.faults([{ side: 'cms', path: '/batch/v1', kind: 'reset-after', count: 1 }])
  const input = await ready(mirror)
  expect(await writePages(mirror, input, go)).toEqual({ written: 0, done: 0, waitMs: writeGraceMs })
  await stage.mock.zeroStats()
  expect(await writePages(mirror, input, go)).toEqual({ written: 0, done: 1, waitMs: 0 })
  expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
  const outcomes = await outcomesOf(mirror, input.runId)
  expect(outcomes.get(`${gtin}/de-de`)).toMatchObject({ result: 'updated', fields: ['name'] })
  expect(await finishRun(mirror, input.runId)).toMatchObject({ state: 'done', counts: { updated: 1 } })
  const title = async () => (await stage.editor.page({ gtin, language: 'de-de' })).title.raw
  expect(await title()).toBe('Neues Band')
  await undo(mirror, input.runId)
  expect(await title()).toBe(before?.base.title)
})

test('records that stayed unwritten are named in the report, with the reason', async ({ mirror }) => {
  mirror.listed = mirror.listed.slice(0, 2)
  const input = await ready(mirror)
  const { recordIds } = input
  await writePages(mirror, { ...input, recordIds: recordIds.slice(0, 1) }, go)
  await failLeftovers(mirror, input.runId)
  expect(await finishRun(mirror, input.runId)).toMatchObject({
    state: 'partial',
    counts: { created: 1, failed: 1 },
  })
  const left = (await outcomesOf(mirror, input.runId)).get(recordIds[1] ?? '')
  expect(left).toMatchObject({ result: 'failed', reason: expect.stringContaining('not written: ') })
})
