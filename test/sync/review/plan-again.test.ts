import { expect } from 'vitest'
import { approveRun, beginRun, cancelRun } from '../../../src/sync/runs/begin-run.ts'
import { approve, createHeldPlan, hold } from '../../helpers/sync/held-plan.ts'
import { apply } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const language = 'de-de'

const test = withMirror({ gtins: 6, mirror: { policy: { retireAfterMisses: 1 } } }).extend(
  'held',
  ({ stage }) => createHeldPlan(stage, language),
)

test('the same plan made again leaves one held run with its first id, which can be approved', async ({
  mirror,
  held,
}) => {
  const first = await held.hold(mirror)
  const second = await hold(mirror)
  expect(await mirror.runs.read(second)).toMatchObject({ state: 'superseded', samePlanAs: first })
  expect((await mirror.runs.waiting()).map(({ id }) => id)).toEqual([first])
  expect(await mirror.runs.read(first)).toMatchObject({ state: 'held', plannedAgainBy: second })
  expect(await mirror.plans.count(second, 'write')).toBe(0)
  expect(await approve(mirror, first)).toMatchObject({ passed: true })
  const { run } = await apply(mirror, first)
  expect(run).toMatchObject({ state: 'done', counts: { created: 1, updated: 2, retired: 2 } })
})

test('the same plan made again sends no notice of the run that made it', async ({ mirror, held }) => {
  const first = await held.hold(mirror)
  const second = await hold(mirror)
  expect(mirror.notified.map(({ id }) => id)).not.toContain(second)
  expect(mirror.notified.at(-1)).toMatchObject({ id: first, state: 'held' })
})

test('a held plan that is made again is stored for another week', async ({ stage, mirror, held }) => {
  const first = await held.hold(mirror)
  const key = mirror.keys.planOrder(first)
  await stage.redis.expire(key, 60)
  await hold(mirror)
  expect(await stage.redis.ttl(key)).toBeGreaterThan(6 * 24 * 3600)
})

test('an approval of a plan made again accepts pages as they were when it was made again', async ({
  stage,
  mirror,
  held,
}) => {
  const first = await held.hold(mirror)
  for (const index of [0, 1, 3])
    await stage.editor.edit((await stage.editor.page(held.key(index))).id, { status: 'private' })
  expect(await approve(mirror, first)).toMatchObject({ passed: false, run: { refusal: { code: 'changed' } } })
  await hold(mirror)
  expect((await mirror.runs.read(first))?.refusal).toBeNull()
  expect(await approve(mirror, first)).toMatchObject({ passed: true })
})

test('a changed plan supersedes the held one and counts the changes that were added, removed and modified', async ({
  stage,
  mirror,
  held,
}) => {
  const first = await held.hold(mirror)
  await stage.mock.patchProduct(held.key(0).gtin, language, { name: 'Noch neuer' })
  mirror.listed = mirror.listed.filter((gtin) => gtin !== held.key(4).gtin).concat(held.key(5).gtin)
  const second = await hold(mirror)
  expect(await mirror.runs.read(first)).toMatchObject({ state: 'superseded', supersededBy: second })
  const none = { create: 0, update: 0, restore: 0, retire: 0 }
  expect(await mirror.runs.read(second)).toMatchObject({
    state: 'held',
    difference: {
      runId: first,
      added: { ...none, create: 1 },
      removed: { ...none, create: 1 },
      changed: { ...none, update: 1 },
    },
  })
})

test('a plan under another template is another plan, with the same records', async ({ mirror, held }) => {
  const first = await held.hold(mirror)
  mirror.renderer = { ...mirror.renderer, digest: 'another' }
  const second = await hold(mirror)
  expect(await mirror.runs.read(second)).toMatchObject({ state: 'held', difference: { runId: first } })
})

test('a held plan whose changes are no longer stored is superseded, with nothing to compare', async ({
  stage,
  mirror,
  held,
}) => {
  const first = await held.hold(mirror)
  await stage.redis.del(...mirror.keys.planKeys(first))
  const second = await hold(mirror)
  expect(await mirror.runs.read(first)).toMatchObject({ state: 'superseded' })
  expect((await mirror.runs.read(second))?.difference).toBeUndefined()
})

test('a plan is not compared with one that was approved while this one is read', async ({ mirror, held }) => {
  const first = await held.hold(mirror)
  mirror.listed = mirror.listed.slice(0, 2)
  const { cms } = mirror
  mirror.cms = {
    ...cms,
    async readTexts(...request) {
      await mirror.runs.update(first, { state: 'writing' })
      return cms.readTexts(...request)
    },
  }
  const second = await hold(mirror)
  const run = await mirror.runs.read(second)
  expect([run?.state, run?.difference]).toEqual(['held', undefined])
})

test('the changes of a plan are read once for its digest, fingerprints, comparison and summary', async ({
  mirror,
  held,
}) => {
  await held.hold(mirror)
  mirror.listed = mirror.listed.slice(0, 2)
  const { plans } = mirror
  const read: string[] = []
  let holds = false
  mirror.plans = {
    ...plans,
    async read(runId, ids) {
      if (holds) read.push(...ids.map((id) => `${runId} ${id}`))
      return plans.read(runId, ids)
    },
    async readPageFingerprints(runId, ids) {
      holds = true
      return plans.readPageFingerprints(runId, ids)
    },
  }
  const second = await hold(mirror)
  const own = read.filter((one) => one.startsWith(second))
  expect([...new Set(own)]).toEqual(own)
})

test('the plan of a smaller scope is another plan', async ({ mirror, held }) => {
  const first = await held.hold(mirror)
  await mirror.runs.update(first, { scope: { languages: [language] } })
  const second = await hold(mirror)
  expect(await mirror.runs.read(second)).toMatchObject({ state: 'held' })
})

test('a run that fails or is cancelled while it plans leaves the held plan waiting', async ({
  mirror,
  held,
}) => {
  const first = await held.hold(mirror)
  const begun = await beginRun(mirror, { kind: 'sync', trigger: 'schedule', approved: false, scope: {} })
  expect(begun.ok && (await cancelRun(mirror, begun.run.id))).toMatchObject({ ok: true })
  expect(await approveRun(mirror, first)).toMatchObject({ ok: true })
})

test('a record that another change is planned for counts as removed and added', async ({ mirror, held }) => {
  const first = await held.hold(mirror)
  mirror.listed = mirror.listed.filter((gtin) => gtin !== held.key(0).gtin)
  const second = await hold(mirror)
  const none = { create: 0, update: 0, restore: 0, retire: 0 }
  expect((await mirror.runs.read(second))?.difference).toEqual({
    runId: first,
    added: { ...none, retire: 1 },
    removed: { ...none, update: 1 },
    changed: none,
  })
})
