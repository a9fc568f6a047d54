import { expect } from 'vitest'
import type { RecordKey } from '../../../src/core/record/record.ts'
import { retirePages } from '../../../src/sync/retire/retire-pages.ts'
import { writePages } from '../../../src/sync/pages/write-pages.ts'
import type { Mirror, Stage } from '../../helpers/sync/sync-deps.ts'
import {
  apply,
  go,
  inputOf,
  outcomesOf,
  plan,
  snapshotOf,
  startWriting,
  sync,
} from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

// Two tries of one job, which lost its lock while the first one was still running.

const test = withMirror({ gtins: 1 }).extend('other', ({ stage, mirror }) =>
  stage.openMirror({ keys: mirror.keys }),
)

/** Does something once, between the lookup and the intents. */
function afterLookup(mirror: Mirror, act: () => Promise<unknown>): void {
  const { writes } = mirror
  mirror.writes = {
    ...writes,
    async intend(runId, intended) {
      mirror.writes = writes
      await act()
      return writes.intend(runId, intended)
    },
  }
}

/** Does something once, between the plan and the lookup. */
function afterPlan(mirror: Mirror, act: () => Promise<unknown>): void {
  const { plans } = mirror
  mirror.plans = {
    ...plans,
    async read(runId, ids) {
      const changes = await plans.read(runId, ids)
      mirror.plans = plans
      await act()
      return changes
    },
  }
}

async function readyToRetire(stage: Stage, mirror: Mirror, { gtin }: RecordKey) {
  await sync(mirror)
  await stage.mock.deleteProduct(gtin)
  for (let night = 1; night < 3; night++) {
    mirror.pass(86_400_000)
    await sync(mirror)
  }
  mirror.pass(86_400_000)
  const { runId } = await plan(mirror)
  await startWriting(mirror, runId)
  await stage.mock.zeroStats()
  return inputOf(mirror, runId, 'retire')
}

async function ready(mirror: Mirror) {
  const { runId } = await plan(mirror)
  await startWriting(mirror, runId)
  return inputOf(mirror, runId)
}

test('a create that the other try has sent and acknowledged since the lookup is not sent again', async ({
  stage,
  mirror,
  other,
  key,
}) => {
  const input = await ready(mirror)
  afterLookup(mirror, () => writePages(other, input, go))
  expect((await writePages(mirror, input, go)).waitMs).toBeGreaterThan(0)
  expect((await stage.mock.stats()).cmsWrites.byKind['pages.create']).toBe(3)
  expect(await writePages(mirror, input, go)).toMatchObject({ written: 0, waitMs: 0 })
  expect((await outcomesOf(mirror, input.runId)).get(`${key.gtin}/de-de`)).toMatchObject({
    result: 'created',
  })
  expect(await stage.editor.page(key)).toMatchObject({ id: (await snapshotOf(mirror, key)).pageId })
})

test('a create that the other try has sent without a reply is looked up again first', async ({
  stage,
  mirror,
  other,
  key,
}) => {
  const input = await ready(mirror)
  afterLookup(mirror, async () => {
    await stage.mock.faults([{ side: 'cms', path: '/batch/v1', kind: 'reset-after', count: 1 }])
    await writePages(other, input, go)
  })
  await writePages(mirror, input, go)
  await writePages(mirror, input, go)
  expect((await stage.mock.stats()).cmsWrites.byKind['pages.create']).toBe(3)
  expect((await outcomesOf(mirror, input.runId)).get(`${key.gtin}/de-de`)).toMatchObject({
    result: 'created',
  })
  expect(await mirror.writes.intents([key])).toEqual([undefined])
})

test.for(['created', 'updated'] as const)(
  'a record that the other try has acknowledged since the plan was read stays %s',
  async (result, { stage, mirror, other, key }) => {
    if (result === 'updated') {
      await sync(mirror)
      await stage.mock.patchProduct(key.gtin, 'de-de', { name: 'Neues Band' })
    }
    const input = await ready(mirror)
    afterPlan(mirror, () => writePages(other, input, go))
    expect(await writePages(mirror, input, go)).toMatchObject({ written: 0, waitMs: 0 })
    const outcome = (await outcomesOf(mirror, input.runId)).get(`${key.gtin}/de-de`)
    expect(outcome).toMatchObject({ result })
  },
)

test('an acknowledgement leaves the intent that the other try has stored since', async ({
  stage,
  mirror,
  other,
  key,
}) => {
  const input = await ready(mirror)
  const { cms } = mirror
  mirror.cms = {
    ...cms,
    async writePages(writes, signal) {
      const answers = await cms.writePages(writes, signal)
      const findEach = async () => ({ pages: [], unreadable: new Map<string, string>() })
      // The other try has looked before our page appeared, and sends its own.
      other.cms = { ...other.cms, findEach, searchPages: async () => [] }
      mirror.pass(60_000)
      await stage.mock.faults([{ side: 'cms', path: '/batch/v1', kind: 'reset-before', count: 1 }])
      await writePages(other, input, go)
      return answers
    },
  }
  await writePages(mirror, input, go)
  const [left] = await mirror.writes.intents([key])
  expect(left).toMatchObject({ runId: input.runId, sentAt: mirror.now().getTime() })
})

test('a retirement that the other try has carried out is not sent again', async ({
  stage,
  mirror,
  other,
  key,
}) => {
  const input = await readyToRetire(stage, mirror, key)
  afterLookup(mirror, () => retirePages(other, input, go))
  expect((await retirePages(mirror, input, go)).waitMs).toBeGreaterThan(0)
  expect(await retirePages(mirror, input, go)).toMatchObject({ waitMs: 0 })
  expect((await stage.mock.stats()).cmsWrites.total).toBe(1)
})

test('a page that the other try has retired since the plan was read is restored when its product returns', async ({
  stage,
  mirror,
  other,
  key,
}) => {
  const input = await readyToRetire(stage, mirror, key)
  afterPlan(mirror, () => retirePages(other, input, go))
  await retirePages(mirror, input, go)
  expect(await snapshotOf(mirror, key)).toMatchObject({ state: 'retired', retiredTo: 'draft' })
  await apply(mirror, input.runId)
  await stage.mock.patchProduct(key.gtin, 'de-de', {})
  await sync(mirror)
  expect((await stage.editor.page(key)).status).toBe('publish')
})
