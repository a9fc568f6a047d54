import { describe, expect } from 'vitest'
import { approveRun, cancelRun } from '../../../src/sync/runs/begin-run.ts'
import { checkAgain, createHeldPlan, hold } from '../../helpers/sync/held-plan.ts'
import type { Mirror } from '../../helpers/sync/sync-deps.ts'
import { apply, plan } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'
import type { ApprovedPart } from '../../../src/core/plan/approved-parts.ts'
import { retireVerdict } from '../../helpers/sync/guards.ts'

const language = 'de-de'

const test = withMirror({ gtins: 6, mirror: { policy: { retireAfterMisses: 1 } } }).extend(
  'held',
  ({ stage }) => createHeldPlan(stage, language),
)

/** Approves a part and lets it be checked. */
async function approvePart(mirror: Mirror, runId: string, part: ApprovedPart) {
  expect(await approveRun(mirror, runId, part)).toMatchObject({ ok: true, run: { approvedPart: part } })
  return checkAgain(mirror, runId)
}

const restOf = async (mirror: Mirror, runId: string) => {
  const { rest = '' } = (await mirror.runs.read(runId)) ?? {}
  return mirror.runs.read(rest)
}

describe('a part of a held plan', () => {
  test.for([
    ['updates', { updated: 2 }, { create: 1, update: 0, restore: 0, retire: 2 }],
    ['creates', { created: 1 }, { create: 0, update: 2, restore: 0, retire: 2 }],
    ['retirements', { retired: 2 }, { create: 1, update: 2, restore: 0, retire: 0 }],
  ] as const)(
    '%s is applied, and the rest waits as a held run',
    async ([part, counts, rest], { mirror, held }) => {
      const first = await held.hold(mirror)
      await mirror.runs.update(first, { guards: [retireVerdict(2, 4)] })
      expect(await approvePart(mirror, first, part)).toMatchObject({ passed: true })
      expect((await mirror.runs.read(first))?.guards.map(({ guard }) => guard)).toEqual(
        part === 'retirements' ? ['retire'] : [],
      )
      const second = await restOf(mirror, first)
      expect(second).toMatchObject({ state: 'held', kind: 'sync', restOf: first, planned: rest })
      const { run } = await apply(mirror, first)
      expect(run).toMatchObject({ state: 'done' })
      expect(run.counts).toMatchObject({ created: 0, updated: 0, retired: 0, failed: 0, ...counts })
      expect(run.notes).toMatchObject([{ code: 'partly-approved', runId: second?.id }])
      expect((await mirror.runs.waiting()).map(({ id }) => id)).toEqual([second?.id])
    },
  )

  test('and its rest are together the whole plan, whichever is applied first', async ({ mirror, held }) => {
    const first = await held.hold(mirror)
    await approvePart(mirror, first, 'updates')
    await apply(mirror, first)
    const second = await restOf(mirror, first)
    expect(await approvePart(mirror, second?.id ?? '', 'retirements')).toMatchObject({ passed: true })
    const third = await restOf(mirror, second?.id ?? '')
    await apply(mirror, second?.id ?? '')
    expect(await approveRun(mirror, third?.id ?? '')).toMatchObject({ ok: true })
    expect(await checkAgain(mirror, third?.id ?? '')).toMatchObject({ passed: true })
    expect((await apply(mirror, third?.id ?? '')).run).toMatchObject({
      state: 'done',
      counts: { created: 1 },
    })
    expect((await plan(mirror)).planned).toEqual({ create: 0, update: 0, restore: 0, retire: 0 })
  })

  test('is refused as a whole when most pages of the part changed; the plan waits undivided', async ({
    stage,
    mirror,
    held,
  }) => {
    const first = await held.hold(mirror)
    for (const index of [0, 1])
      await stage.editor.edit((await stage.editor.page(held.key(index))).id, { status: 'private' })
    const { passed, run } = await approvePart(mirror, first, 'updates')
    expect({ passed, run }).toMatchObject({ passed: false, run: { state: 'held' } })
    expect(run?.refusal).toMatchObject({ code: 'changed', cms: { count: 2 } })
    expect(run?.rest).toBeUndefined()
    expect((await mirror.runs.waiting()).map(({ id }) => id)).toEqual([first])
    expect(await mirror.plans.countKinds(first)).toEqual({ create: 1, update: 2, restore: 0, retire: 2 })
  })

  test('is applied although most pages of the rest changed, and approving the rest is then refused', async ({
    stage,
    mirror,
    held,
  }) => {
    const first = await held.hold(mirror)
    for (const index of [2, 3])
      await stage.editor.edit((await stage.editor.page(held.key(index))).id, { status: 'private' })
    expect(await approvePart(mirror, first, 'updates')).toMatchObject({ passed: true })
    expect((await apply(mirror, first)).run.counts).toMatchObject({ updated: 2, retired: 0 })
    const rest = (await restOf(mirror, first))?.id ?? ''
    expect(await approveRun(mirror, rest)).toMatchObject({ ok: true })
    expect(await checkAgain(mirror, rest)).toMatchObject({ passed: false })
  })

  test('leaves a rest that planning again keeps with its id', async ({ mirror, held }) => {
    const first = await held.hold(mirror)
    await approvePart(mirror, first, 'updates')
    await apply(mirror, first)
    const rest = (await restOf(mirror, first))?.id
    const again = await hold(mirror)
    expect(await mirror.runs.read(again)).toMatchObject({ state: 'superseded', samePlanAs: rest })
  })

  test('of a dry run is applied as a sync', async ({ mirror, held }) => {
    await held.hold(mirror)
    const dry = await hold(mirror, 'planned')
    expect(await approvePart(mirror, dry, 'creates')).toMatchObject({ passed: true, run: { kind: 'sync' } })
    expect((await apply(mirror, dry)).run.counts).toMatchObject({ created: 1, updated: 0, retired: 0 })
  })

  test('that the plan does not have is refused with a reason; a repair has no parts', async ({
    mirror,
    held,
  }) => {
    const first = await held.hold(mirror)
    await mirror.runs.update(first, { planned: { create: 0, update: 3, restore: 0, retire: 2 } })
    expect(await approveRun(mirror, first, 'creates')).toEqual({
      ok: false,
      why: 'misuse',
      reason: `The plan of run ${first} has no creates: 2 retirements, 3 updates.`,
    })
    await mirror.runs.update(first, { kind: 'verify' })
    expect(await approveRun(mirror, first, 'updates')).toMatchObject({
      reason: `Run ${first} is a verify: only the plan of a sync can be approved in part.`,
    })
  })

  test('that is the whole plan leaves no rest', async ({ mirror }) => {
    mirror.listed = mirror.listed.slice(0, 2)
    const runId = await hold(mirror, 'planned')
    expect(await approveRun(mirror, runId, 'creates')).toMatchObject({
      ok: true,
      run: { approvedPart: 'all' },
    })
    expect((await checkAgain(mirror, runId)).run?.rest).toBeUndefined()
  })
})

describe('a crash while a plan is split', () => {
  test.for(['save', 'drop'] as const)(
    'in the first %s loses nothing and writes nothing twice',
    async (method, { mirror, held }) => {
      const first = await held.hold(mirror)
      await approveRun(mirror, first, 'updates')
      const { plans } = mirror
      mirror.plans = { ...plans, [method]: () => Promise.reject(new Error('killed')) }
      await expect(checkAgain(mirror, first)).rejects.toThrow('killed')
      mirror.plans = plans
      expect(await checkAgain(mirror, first)).toMatchObject({ passed: true })
      expect((await restOf(mirror, first))?.planned).toEqual({ create: 1, update: 0, restore: 0, retire: 2 })
      expect((await apply(mirror, first)).run.counts).toMatchObject({ created: 0, updated: 2, retired: 0 })
      expect(await mirror.runs.waiting()).toHaveLength(1)
    },
  )

  test('and the rest discarded in the meantime: nothing of it is written', async ({ mirror, held }) => {
    const first = await held.hold(mirror)
    await approveRun(mirror, first, 'updates')
    const { plans } = mirror
    mirror.plans = { ...plans, drop: () => Promise.reject(new Error('killed')) }
    await expect(checkAgain(mirror, first)).rejects.toThrow('killed')
    mirror.plans = plans
    await cancelRun(mirror, (await restOf(mirror, first))?.id ?? '')
    expect(await checkAgain(mirror, first)).toMatchObject({ passed: true })
    expect((await apply(mirror, first)).run.counts).toMatchObject({ created: 0, updated: 2, retired: 0 })
  })

  test('and a cancelled run leaves no rest behind', async ({ stage, mirror, held }) => {
    const first = await held.hold(mirror)
    await approveRun(mirror, first, 'updates')
    const { plans } = mirror
    let rest = ''
    mirror.plans = {
      ...plans,
      async saveAssets(runId, assets) {
        if (rest === '') await cancelRun(mirror, first)
        rest = runId
        return plans.saveAssets(runId, assets)
      },
    }
    await checkAgain(mirror, first)
    expect(await mirror.runs.waiting()).toEqual([])
    expect(await stage.redis.exists(...mirror.keys.planKeys(rest))).toBe(0)
  })
})
