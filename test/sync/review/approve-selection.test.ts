import { describe, expect } from 'vitest'
import type { PartOfPlan } from '../../../src/core/plan/approved-parts.ts'
import { recordId, toRecordKey } from '../../../src/core/record/record.ts'
import { lineOf } from '../../../src/sync/review/digest-plan.ts'
import { approveRun, cancelRun } from '../../../src/sync/runs/begin-run.ts'
import { walkPlan } from '../../../src/sync/runs/walk-plan.ts'
import { checkAgain, hold } from '../../helpers/sync/held-plan.ts'
import type { Mirror, Stage } from '../../helpers/sync/sync-deps.ts'
import { apply, plan, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const languages = 'de-de,en-gb'
const none = { create: 0, update: 0, restore: 0, retire: 0 }

const test = withMirror({ gtins: 8, languages, mirror: { policy: { retireAfterMisses: 1 } } }).extend(
  'held',
  ({ stage, mirror }) => createPlan(stage, mirror),
)

/**
 * Six products were mirrored. In each language, 0 to 2 have another price, 3 another name, 4 is no longer listed, 5 is
 * unchanged, 6 and 7 are new: that is 14 records and four patterns.
 */
async function createPlan({ mock, gtins }: Stage, mirror: Mirror): Promise<string> {
  const all = [...mirror.listed]
  mirror.listed = all.slice(0, 6)
  await sync(mirror)
  mirror.listed = all.filter((_, index) => index !== 4)
  for (const index of [0, 1, 2]) await mock.patchProduct(gtins[index] ?? '', '*', { price: 3 + index })
  await mock.patchProduct(gtins[3] ?? '', '*', { name: 'Neu' })
  return hold(mirror)
}

async function linesOf(mirror: Mirror, runId: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for await (const changes of walkPlan(mirror.plans, runId, 50))
    for (const change of changes) found.set(recordId(change), lineOf(change))
  return found
}

async function approvePart(mirror: Mirror, runId: string, part: PartOfPlan) {
  expect(await approveRun(mirror, runId, part)).toMatchObject({ ok: true, run: { approvedPart: part } })
  const { passed, run } = await checkAgain(mirror, runId)
  expect(passed).toBe(true)
  return run?.rest ?? ''
}

const written = ({ counts: { created, updated, retired, restored } }: { counts: Record<string, number> }) =>
  [created, updated, retired, restored].reduce<number>((sum, count = 0) => sum + count, 0)

describe('a sample of a held plan', () => {
  test.for([1, 4, 5, 13])(
    'of %i records writes exactly these; the rest waits unchanged as one run',
    async (size, { mirror, held }) => {
      const before = await linesOf(mirror, held)
      expect(before.size).toBe(14)
      const rest = await approvePart(mirror, held, { sample: size })
      const sampled = await linesOf(mirror, held)
      const left = await linesOf(mirror, rest)
      expect([sampled.size, left.size]).toEqual([size, 14 - size])
      expect(new Map([...sampled, ...left])).toEqual(before)

      const { run } = await apply(mirror, held)
      expect(run).toMatchObject({ state: 'done', approvedPart: { sample: size } })
      expect(written(run)).toBe(size)
      expect((await mirror.runs.waiting()).map(({ id }) => id)).toEqual([rest])
      expect(await linesOf(mirror, rest)).toEqual(left)
    },
  )

  test('has every pattern of the plan', async ({ mirror, held }) => {
    expect((await mirror.runs.read(held))?.summary?.patterns).toHaveLength(4)
    await approvePart(mirror, held, { sample: 4 })
    const { run } = await apply(mirror, held)
    expect(run.counts).toMatchObject({ created: 1, updated: 2, retired: 1 })
  })

  test('is the same after a refusal, after a crash and for a plan that was read in another order', async ({
    mirror,
    held,
  }) => {
    const { plans } = mirror
    await approveRun(mirror, held, { sample: 5 })
    mirror.plans = { ...plans, list: async (...args) => (await plans.list(...args)).toReversed() }
    const digest = (await mirror.runs.read(held))?.planDigest
    await mirror.runs.update(held, { planDigest: 'other' })
    expect(await checkAgain(mirror, held)).toMatchObject({ run: { refusal: { code: 'other-plan' } } })
    mirror.plans = plans
    await mirror.runs.update(held, { planDigest: digest })
    await approveRun(mirror, held, { sample: 5 })
    mirror.plans = { ...plans, drop: () => Promise.reject(new Error('killed')) }
    await expect(checkAgain(mirror, held)).rejects.toThrow('killed')
    const ids = [...(await linesOf(mirror, held)).keys()]
    const first = await plans.readSelected(held, ids)
    expect(first.size).toBe(5)
    mirror.plans = plans
    await checkAgain(mirror, held)
    expect(new Set((await linesOf(mirror, held)).keys())).toEqual(first)
  })

  test('of a sample, and all its rests, are together the whole plan', async ({ mirror, held }) => {
    let next = held
    const total = { created: 0, updated: 0, retired: 0 }
    for (const size of [5, 5, 3]) {
      const rest = await approvePart(mirror, next, { sample: size })
      const { run } = await apply(mirror, next)
      expect(written(run)).toBe(size)
      for (const name of ['created', 'updated', 'retired'] as const) total[name] += run.counts[name]
      next = rest
    }
    await approveRun(mirror, next)
    await checkAgain(mirror, next)
    expect(written((await apply(mirror, next)).run)).toBe(1)
    // Links to pages of other languages may be left to the next run.
    const { run } = await sync(mirror)
    expect(run.counts).toMatchObject({ created: 0, restored: 0, retired: 0 })
    expect((await plan(mirror)).planned).toEqual(none)
  })

  test('as large as the plan is the whole plan, and leaves no rest', async ({ mirror, held }) => {
    for (const sample of [14, 500]) {
      expect(await approveRun(mirror, held, { sample })).toMatchObject({
        ok: true,
        run: { approvedPart: 'all' },
      })
      await mirror.runs.update(held, { state: 'held', approved: false })
    }
  })

  test('whose rest was discarded while it was split is written without the rest', async ({
    mirror,
    held,
  }) => {
    await approveRun(mirror, held, { sample: 3 })
    const { plans } = mirror
    mirror.plans = { ...plans, drop: () => Promise.reject(new Error('killed')) }
    await expect(checkAgain(mirror, held)).rejects.toThrow('killed')
    mirror.plans = plans
    await cancelRun(mirror, (await mirror.runs.read(held))?.rest ?? '')
    expect(await checkAgain(mirror, held)).toMatchObject({ passed: true })
    expect(written((await apply(mirror, held)).run)).toBe(3)
    expect(await mirror.runs.waiting()).toEqual([])
  })
})

describe('a language of a held plan', () => {
  test('is written, and the others wait', async ({ mirror, held }) => {
    const rest = await approvePart(mirror, held, { language: 'en-gb' })
    const { run } = await apply(mirror, held)
    expect(run.counts).toMatchObject({ created: 2, updated: 4, retired: 1 })
    const left = [...(await linesOf(mirror, rest)).keys()].map((id) => toRecordKey(id).language)
    expect(left).toEqual(Array.from({ length: 7 }, () => 'de-de'))
  })

  test('that the plan does not have is refused with those that it has', async ({ mirror, held }) => {
    expect(await approveRun(mirror, held, { language: 'xx' })).toEqual({
      ok: false,
      why: 'misuse',
      reason: `The plan of run ${held} has no records in language xx. It has de-de (7), en-gb (7).`,
    })
  })

  test('that is the only one is the whole plan', async ({ mirror }) => {
    mirror.languages = ['de-de']
    const runId = await hold(mirror, 'planned')
    expect(await approveRun(mirror, runId, { language: 'de-de' })).toMatchObject({
      run: { approvedPart: 'all' },
    })
  })
})

describe('a pattern of a held plan', () => {
  test.for([
    [1, { updated: 6, created: 0, retired: 0 }],
    [2, { updated: 0, created: 4, retired: 0 }],
    [3, { updated: 0, created: 0, retired: 2 }],
    [4, { updated: 2, created: 0, retired: 0 }],
  ] as const)(
    'with the number %i is written, and the others wait',
    async ([pattern, counts], { mirror, held }) => {
      await approvePart(mirror, held, { pattern })
      expect((await apply(mirror, held)).run.counts).toMatchObject(counts)
    },
  )

  test('that the plan does not have is refused with those that it has', async ({ mirror, held }) => {
    const refused = await approveRun(mirror, held, { pattern: 5 })
    expect(refused).toMatchObject({
      ok: false,
      why: 'misuse',
      reason: expect.stringMatching(
        `^The plan of run ${held} has no pattern 5\\. It has 4 patterns: 1: 6 × price, .*; 2: 4 × new pages`,
      ),
    })
    await mirror.runs.update(held, { summary: { records: 14, patterns: [], more: 0 } })
    expect(await approveRun(mirror, held, { pattern: 1 })).toMatchObject({
      reason: `The plan of run ${held} has no pattern 1: its patterns are not stored.`,
    })
  })

  test('that is the whole plan leaves no rest', async ({ mirror }) => {
    const runId = await hold(mirror, 'planned')
    expect(await approveRun(mirror, runId, { pattern: 1 })).toMatchObject({ run: { approvedPart: 'all' } })
  })
})

describe('a product whose pages link each other', () => {
  /** The product was mirrored in German; now it has an English page, so its German page gains a link. */
  const grown = async (mirror: Mirror): Promise<string> => {
    mirror.languages = ['de-de']
    await sync(mirror)
    mirror.languages = 'all'
    return hold(mirror)
  }

  test('has its links updated with the new page, not with its language', async ({ mirror }) => {
    const runId = await grown(mirror)
    expect((await mirror.runs.read(runId))?.planned).toEqual({ ...none, create: 8, update: 8 })
    expect(await approveRun(mirror, runId, { language: 'de-de' })).toMatchObject({ ok: true })
    expect(await checkAgain(mirror, runId)).toMatchObject({
      passed: false,
      run: { state: 'held', refusal: { code: 'empty-part' } },
    })
    const rest = await approvePart(mirror, runId, { language: 'en-gb' })
    expect((await apply(mirror, runId)).run.counts).toMatchObject({ created: 8, updated: 0 })
    await approveRun(mirror, rest)
    expect(await checkAgain(mirror, rest)).toMatchObject({ passed: true })
    expect((await apply(mirror, rest)).run.counts).toMatchObject({ created: 0, updated: 8 })
    expect((await plan(mirror)).planned).toEqual(none)
  })

  test('has new page and links in one sample, each with a write', async ({ mirror }) => {
    const runId = await grown(mirror)
    const rest = await approvePart(mirror, runId, { sample: 5 })
    expect((await apply(mirror, runId)).run.counts).toMatchObject({ created: 3, updated: 2 })
    await approveRun(mirror, rest)
    await checkAgain(mirror, rest)
    expect((await apply(mirror, rest)).run.counts).toMatchObject({ created: 5, updated: 6 })
    expect((await plan(mirror)).planned).toEqual(none)
  })
})
