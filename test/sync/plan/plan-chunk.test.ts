import { describe, expect } from 'vitest'
import { LimitedError, UnusableError } from '../../../src/lib/errors.ts'
import { beginRun } from '../../../src/sync/runs/begin-run.ts'
import { planChunk } from '../../../src/sync/plan/plan-chunk.ts'
import { strictGate } from '../../helpers/sync/gate.ts'
import type { Mirror } from '../../helpers/sync/sync-deps.ts'
import { apply, go, only, outcomesOf, plan, snapshotOf, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'
import { guardText } from '../../../src/core/report/guard-text.ts'

const test = withMirror({
  gtins: 6,
  languages: 'de-de,en-gb',
  mirror: { concurrency: 1 },
  prepare: async (mirror) => {
    mirror.languages = ['de-de']
    await sync(mirror)
  },
})
  .extend('route', ({ key }) => `/product/${key.gtin}`)
  .extend(
    'partnerChanges',
    ({ stage, key }) =>
      (fields: Record<string, unknown>) =>
        stage.mock.patchProduct(key.gtin, 'de-de', fields),
  )

/** Plans the whole catalogue in German as one chunk of a run that is already under way. */
async function planOne(process: Mirror, gtins = process.listed, dryRun = false) {
  const begun = await beginRun(process, { kind: 'sync', trigger: 'cli', approved: false, scope: {} })
  const runId = begun.ok ? begun.run.id : begun.activeRunId
  return { runId, report: await planChunk(process, { runId, language: 'de-de', gtins, dryRun }, go) }
}

describe('a page stays as it is, and its record is named with the reason, when the partner', () => {
  const answers = {
    'answers 500': [{ kind: 'status', status: 500 }, /returned 500/],
    'answers HTML': [{ kind: 'html' }, /text\/html|HTML|JSON/i],
    'answers HTML with 404': [{ kind: 'html', status: 404 }, /does not prove that the product is gone/],
    'breaks off': [{ kind: 'cut' }, /./],
    'hangs up': [{ kind: 'reset-before' }, /./],
    'answers in another language': [{ kind: 'wrong-language' }, /a fallback language is never published/],
  } as const

  test.for(Object.entries(answers))(
    '%s',
    async ([, [fault, reason]], { stage, mirror, key, route, partnerChanges }) => {
      const before = await stage.editor.recordPages()
      await partnerChanges({ name: 'Darf nicht ankommen' })
      await stage.mock.faults([{ side: 'partner', path: route, ...fault }])
      const { run, outcomes } = await sync(mirror)
      expect(run).toMatchObject({
        state: 'partial',
        counts: { failed: 1, unchanged: 5, updated: 0, retired: 0 },
      })
      expect(only(outcomes)).toMatchObject({ gtin: key.gtin, result: 'failed', pageId: expect.any(Number) })
      expect(only(outcomes)?.reasons).toMatchObject([
        { code: 'unread', detail: expect.stringMatching(reason) },
      ])
      expect(await stage.editor.recordPages()).toEqual(before)
    },
  )

  test.for([
    ['answers for another product', { gtin: '4006381333931' }, /returned GTIN 4006381333931/],
    ['sends a list for a name', { name: ['x'] }, /name is \["x"\] instead of a text/],
  ] as const)('%s', async ([, fields, reason], { stage, mirror, partnerChanges }) => {
    const before = await stage.editor.recordPages()
    await partnerChanges(fields)
    const { outcomes } = await sync(mirror)
    expect(only(outcomes)?.result).toBe('failed')
    expect(only(outcomes)?.reasons).toMatchObject([{ code: 'unread', detail: expect.stringMatching(reason) }])
    expect(await stage.editor.recordPages()).toEqual(before)
  })
})

test('a record that blanks three core fields at once is held in every run, and its page stays unchanged', async ({
  stage,
  mirror,
  key,
  route,
  partnerChanges,
}) => {
  const before = await stage.editor.page(key)
  await stage.mock.faults([
    { side: 'partner', path: route, kind: 'blank', fields: ['application', 'advantages', 'item_number'] },
  ])
  // The partner's new date makes the response a full one.
  await partnerChanges({ price: 1 })
  for (let time = 0; time < 2; time++) {
    const { outcomes, run } = await sync(mirror)
    expect(run).toMatchObject({ state: 'done', counts: { held: 1, updated: 0 } })
    expect(only(outcomes)).toMatchObject({
      result: 'held',
      reasons: [
        {
          code: 'suspect',
          blanks: { code: 'fields', fields: ['application', 'advantages', 'item_number'] },
        },
      ],
    })
  }
  expect(await stage.editor.page(key)).toEqual(before)
  await stage.mock.clearFaults()
  expect((await sync(mirror)).run.counts).toMatchObject({ held: 0, updated: 1 })
})

test('undocumented fields are reported once and change nothing', async ({ stage, mirror }) => {
  for (const gtin of mirror.listed) await stage.mock.patchProduct(gtin, '*', { co2: 1, colour: 'grau' })
  const { report } = await planOne(mirror)
  expect(report.unknownFields.sort()).toEqual(['co2', 'colour'])
  expect(report).toMatchObject({ records: 6, unchanged: 6 })
})

test('the ETag of a full response without a change is stored for the next request', async ({
  stage,
  mirror,
  key,
  partnerChanges,
}) => {
  const { etag: first } = await snapshotOf(mirror, key)
  await partnerChanges({ co2: 1 })
  await sync(mirror)
  const { etag: second } = await snapshotOf(mirror, key)
  expect(second).toBeTypeOf('string')
  expect(second).not.toBe(first)
  await stage.mock.zeroStats()
  await sync(mirror)
  expect((await stage.mock.stats()).statuses.partner).toEqual({ '2xx': 1, '3xx': 6 })
})

test('a dry run stores no ETags', async ({ mirror, key, partnerChanges }) => {
  const { etag } = await snapshotOf(mirror, key)
  await partnerChanges({ co2: 1 })
  await planOne(mirror, mirror.listed, true)
  expect((await snapshotOf(mirror, key)).etag).toBe(etag)
})

test('a changed template updates every page from the stored products', async ({ stage, mirror, key }) => {
  const before = await stage.editor.page(key)
  const { renderer } = mirror
  mirror.renderer = {
    ...renderer,
    digest: 'another template',
    render(product, mediaOf) {
      const texts = renderer.render(product, mediaOf)
      return { ...texts, inner: `${texts.inner}\n\n<!-- wp:separator /-->` }
    },
  }
  await stage.mock.zeroStats()
  const { runId, planned, verdicts } = await plan(mirror)
  expect(planned).toEqual({ create: 0, update: 6, restore: 0, retire: 0 })
  expect(verdicts.map((verdict) => guardText(verdict, 'would', undefined))).toEqual([
    expect.stringContaining('Would write 6 of 6 pages because the template or the labels changed'),
  ])
  expect((await stage.mock.stats()).statuses.partner).toMatchObject({ '3xx': 6 })
  const { outcomes } = await apply(mirror, runId)
  expect(outcomes.get(`${key.gtin}/de-de`)).toMatchObject({ result: 'updated', fields: ['template'] })
  const after = await stage.editor.page(key)
  expect(after.content.raw).not.toBe(before.content.raw)
  expect((await sync(mirror)).run.counts).toMatchObject({ unchanged: 6, updated: 0 })
})

describe('a limit in the middle of a chunk', () => {
  test('keeps the planned part, leaves the rest, and returns the waiting time', async ({ stage, mirror }) => {
    const limited = stage.openMirror({
      keys: mirror.keys,
      partnerGate: strictGate('partner'),
      concurrency: 1,
    })
    for (const gtin of mirror.listed) await stage.mock.patchProduct(gtin, 'de-de', { item_number: 'NEU' })
    await stage.mock.faults([
      { side: 'partner', path: `/product/${mirror.listed[2]}`, kind: 'retry-after', seconds: 30, count: 1 },
    ])
    const { runId, report } = await planOne(limited)
    expect(report).toMatchObject({
      records: 2,
      unchanged: 0,
      absent: 0,
      rest: [...mirror.listed.slice(3), mirror.listed[2]],
    })
    expect(report.limited).toBeInstanceOf(LimitedError)
    expect(report.limited).toMatchObject({ upstream: 'partner', waitMs: 30_000 })
    expect(await mirror.plans.count(runId, 'write')).toBe(2)
    expect([...(await outcomesOf(mirror, runId))]).toEqual([])

    const later = stage.openMirror({ keys: mirror.keys })
    expect((await planOne(later, report.rest)).report).toMatchObject({ records: 4, rest: [] })
    expect(await mirror.plans.count(runId, 'write')).toBe(6)
  })
})

test('a refused token stops the chunk without a plan or a write', async ({
  stage,
  mirror,
  partnerChanges,
}) => {
  await partnerChanges({ name: 'Darf nicht ankommen' })
  await stage.mock.faults([{ side: 'partner', path: '/product', kind: 'status', status: 401 }])
  await expect(planOne(mirror)).rejects.toThrow(UnusableError)
  const runId = (await mirror.runs.activeId()) ?? ''
  expect(await mirror.plans.countKinds(runId)).toEqual({ create: 0, update: 0, restore: 0, retire: 0 })
})

test('planning a chunk again gives the same plan', async ({ stage, mirror, partnerChanges }) => {
  await partnerChanges({ item_number: 'NEU' })
  const gone = mirror.listed[1] ?? ''
  await stage.mock.deleteProduct(gone)
  const first = await planOne(mirror)
  const again = await planOne(mirror)
  expect(again).toEqual(first)
  expect(await mirror.plans.countKinds(first.runId)).toMatchObject({ update: 1, retire: 0 })
  const looked = await mirror.snapshots.misses([{ gtin: gone, language: 'de-de' }])
  expect(looked).toEqual([1])
})
