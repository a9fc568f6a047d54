import { reasonOf } from '../../helpers/content/reason-of.ts'
import { expect } from 'vitest'
import { UnreachableError } from '../../../src/lib/errors.ts'
import { prepareParents } from '../../../src/sync/parents/prepare-parents.ts'
import { syncMenu } from '../../../src/sync/finish/sync-menu.ts'
import { writeListings } from '../../../src/sync/finish/write-listings.ts'
import { writePages } from '../../../src/sync/pages/write-pages.ts'
import { recordRequests } from '../../helpers/world/record-requests.ts'
import { writeGraceMs, type Mirror, type Stage } from '../../helpers/sync/sync-deps.ts'
import { go, inputOf, outcomesOf, plan, startWriting, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({ gtins: 60 })

async function ready(mirror: Mirror) {
  const { runId } = await plan(mirror)
  await startWriting(mirror, runId)
  return inputOf(mirror, runId)
}
type Input = Awaited<ReturnType<typeof ready>>

/** Calls as the job does, until no wait is left. */
async function writeAll(mirror: Mirror, input: Input): Promise<number> {
  let calls = 1
  for (; (await writePages(mirror, input, go)).waitMs > 0; calls++) mirror.pass(60_000)
  return calls
}
const sizes = (wire: ReturnType<typeof recordRequests>) => wire.batches().map(({ length }) => length)
const poison = (stage: Stage, holds: string) =>
  stage.mock.faults([{ side: 'cms', path: '/batch/v1', holds, kind: 'status', status: 500, as: 'html' }])

test('a batch that takes too long is halved for the whole run, even in another process, and grows again', async ({
  stage,
  mirror,
}) => {
  const input = await ready(mirror)
  await stage.mock.faults([{ side: 'cms', minRequests: 7, kind: 'status', status: 504, as: 'html' }])
  const wire = recordRequests(stage.mock.origin)
  await writePages(mirror, { ...input, recordIds: input.recordIds.slice(0, 30) }, go)
  expect(sizes(wire)).toEqual([25, 5])
  const other = stage.openMirror({ keys: mirror.keys })
  await writePages(other, { ...input, recordIds: input.recordIds.slice(30) }, go)
  expect(sizes(wire).slice(2)).toEqual([12, 6, 6, 6])

  await stage.mock.clearFaults()
  wire.sent.length = 0
  mirror.pass(writeGraceMs)
  await writeAll(mirror, input)
  wire.stop()
  // One more after four full batches in a row, of which three were sent before.
  expect(sizes(wire)).toEqual([6, 7, 7, 7, 7, 3])
  expect(await stage.editor.slugs()).toHaveLength(60)
})

test('PR-51: a page that makes every batch fail is reported with the CMS’s message, and all others are written', async ({
  stage,
  mirror,
}) => {
  const input = await ready(mirror)
  const [bad = ''] = mirror.listed.slice(30)
  await poison(stage, `"slug":"gtin-${bad}-de-de"`)
  const wire = recordRequests(stage.mock.origin)
  expect(await writeAll(mirror, input)).toBe(6)
  wire.stop()
  expect(sizes(wire)).toEqual([25, 25, 10, 25, 5, 5, 5, 5, 5, 1, 1, 1, 1, 1, 1])
  const outcomes = [...(await outcomesOf(mirror, input.runId)).values()]
  expect(outcomes.filter(({ result }) => result === 'created')).toHaveLength(59)
  expect(outcomes.find(({ gtin }) => gtin === bad)).toMatchObject({
    result: 'failed',
    reason: expect.stringMatching(
      /^the CMS could not save the page: the CMS returned 500 with .* \(5 requests with it failed, 2 of them with nothing else\)\. The next run tries again$/,
    ) as unknown,
  })
  expect(await mirror.writes.intents([{ gtin: bad, language: 'de-de' }])).toEqual([undefined])
})

test('failures are counted per run, so that another process continues after a kill', async ({
  stage,
  mirror,
}) => {
  const input = await ready(mirror)
  const [bad = ''] = mirror.listed
  await poison(stage, `"slug":"gtin-${bad}-de-de"`)
  for (let round = 0; round < 5; round++) {
    const process = stage.openMirror({ keys: mirror.keys })
    process.pass(60_000 * round)
    await writePages(process, input, go)
  }
  mirror.pass(60_000 * 5)
  expect(await writePages(mirror, input, go)).toEqual({ written: 0, done: 1, waitMs: 0 })
})

test('no page counts as failed while the CMS does not respond to reads either', async ({ stage, mirror }) => {
  mirror.listed = mirror.listed.slice(0, 3)
  const input = await ready(mirror)
  // Requests before a batch succeed: one of our rights, and look-ups: one by slugs, and after a lost reply one by the block of each record.
  for (const after of [2, 5]) {
    await stage.mock.faults([{ side: 'cms', kind: 'status', status: 502, as: 'html', after }])
    expect((await writePages(mirror, input, go)).waitMs).toBeGreaterThan(0)
    mirror.pass(60_000)
  }
  await stage.mock.clearFaults()
  const sendFailures = await mirror.sendFailures.read(input.runId, input.recordIds)
  expect(sendFailures.map((failures) => [failures?.lost, failures?.away])).toEqual(
    input.recordIds.map(() => [0, 2]),
  )
  expect(await writePages(mirror, input, go)).toMatchObject({ written: 3, waitMs: 0 })
})

test('after a batch that failed while the CMS is away, no other batch of the pass is sent', async ({
  stage,
  mirror,
}) => {
  mirror.listed = mirror.listed.slice(0, 30)
  const input = await ready(mirror)
  await stage.mock.faults([{ side: 'cms', path: '/batch/v1', kind: 'status', status: 502, as: 'html' }])
  const { cms } = mirror
  mirror.cms = {
    ...cms,
    async readPages(ids, signal) {
      if (ids.length === 1) throw new UnreachableError('cms', 'connection refused')
      return cms.readPages(ids, signal)
    },
  }
  const wire = recordRequests(stage.mock.origin)
  expect((await writePages(mirror, input, go)).waitMs).toBeGreaterThan(0)
  wire.stop()
  expect(sizes(wire).filter((size) => size === 5)).toEqual([])
})

test('a CMS that responds to reads but saves no page is unusable, and no page counts as failed', async ({
  stage,
  mirror,
}) => {
  const input = await ready(mirror)
  await stage.mock.faults([{ side: 'cms', path: '/batch/v1', kind: 'status', status: 500, as: 'html' }])
  await expect(writeAll(mirror, input)).rejects.toThrow(
    /^The CMS serves reads but saved none of \d+ items: the CMS returned 500 .* 5 of them with nothing else\)\. Check its log/,
  )
  expect([...(await outcomesOf(mirror, input.runId)).values()]).toEqual([])
})

test('a rate limit costs no attempt', async ({ stage, mirror }) => {
  const input = await ready(mirror)
  await stage.mock.faults([{ side: 'cms', path: '/batch/v1', kind: 'retry-after', seconds: 0, count: 5 }])
  expect(await writePages(mirror, input, go)).toMatchObject({ written: 60, waitMs: 0 })
  expect(await mirror.sendFailures.read(input.runId, input.recordIds)).toEqual(
    input.recordIds.map(() => undefined),
  )
})

test('a root page that the CMS cannot save is given up, and none is created in its place', async ({
  stage,
  mirror,
}) => {
  mirror.listed = mirror.listed.slice(0, 3)
  const { runId, planned } = await plan(mirror)
  await mirror.runs.update(runId, { state: 'writing', planned })
  const run = await mirror.runs.read(runId)
  if (run === undefined) throw new Error('no run')
  await poison(stage, '"slug":"products"')
  let calls = 1
  for (; (await prepareParents(mirror, run, go)).waitMs > 0; calls++) mirror.pass(60_000)
  expect(calls).toBe(6)
  expect((await mirror.runs.read(runId))?.notes).toEqual([
    {
      code: 'parent-unsaved',
      path: 'products',
      detail: expect.stringMatching(/^the CMS returned 500 /) as unknown,
    },
  ])
  await stage.mock.clearFaults()
  expect(await writePages(mirror, await inputOf(mirror, runId), go)).toEqual({
    written: 0,
    done: 3,
    waitMs: 0,
  })
  const outcomes = [...(await outcomesOf(mirror, runId)).values()]
  for (const outcome of outcomes)
    expect({ result: outcome.result, reason: reasonOf(outcome) }).toEqual({
      result: 'failed',
      reason: expect.stringMatching(
        /^the parent page \/products is missing: the CMS returned 500 /,
      ) as unknown,
    })
  expect(await stage.editor.slugs()).toEqual([])
})

test('a listing that the CMS cannot save is noted and stays marked as stale', async ({ stage, mirror }) => {
  const { run } = await sync(mirror)
  const page = (await stage.editor.pages()).find(({ slug }) => slug === 'de-de')
  await poison(stage, `/pages/${page?.id}?`)
  let calls = 1
  for (; calls < 20; calls++) {
    const error = await writeListings(mirror, run.id, go).catch((thrown: unknown) => thrown)
    if (error === undefined) break
    mirror.pass(60_000)
  }
  expect(calls).toBe(6)
  expect((await mirror.runs.read(run.id))?.notes).toEqual([
    {
      code: 'listing-unsaved',
      path: 'products/de-de',
      detail: expect.stringMatching(/^the CMS returned 500 /) as unknown,
    },
  ])
  expect([...(await mirror.listings.stale()).keys()]).toEqual(['de-de'])
})

test('a menu item that the CMS cannot save is noted, and the next run retries it', async ({
  stage,
  mirror,
}) => {
  const of = stage.openMirror({ keys: mirror.keys, policy: { menuId: 15 } })
  const { run } = await sync(of)
  await poison(stage, '/menu-items')
  let calls = 1
  for (; (await syncMenu(of, run, go)).waitMs > 0; calls++) of.pass(60_000)
  expect(calls).toBe(6)
  expect((await of.runs.read(run.id))?.notes).toEqual([
    {
      code: 'menu-item-unsaved',
      menuId: 15,
      language: 'de-de',
      detail: expect.stringMatching(/^the CMS returned 500 /) as unknown,
    },
  ])
  await stage.mock.clearFaults()
  await syncMenu(of, { ...run, id: 'another-run' }, go)
  expect(await stage.editor.menuItems(15)).toHaveLength(1)
})
