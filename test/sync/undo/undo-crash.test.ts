import { beforeEach, describe, expect, test } from 'vitest'
import type { RecordKey } from '../../../src/core/record/record.ts'
import { beginUndo } from '../../../src/sync/undo/begin-undo.ts'
import { cancelRun } from '../../../src/sync/runs/begin-run.ts'
import { planReverts } from '../../../src/sync/undo/plan-reverts.ts'
import type { Run } from '../../../src/core/record/run.ts'
import type { Mirror } from '../../helpers/sync/sync-deps.ts'
import { outcomesOf, plan, startWriting, sync } from '../../helpers/sync/sync-run.ts'
import { closeUndo, putBack, startUndo, undo } from '../../helpers/sync/undo.ts'
import { useStage } from '../../helpers/sync/use-stage.ts'

const stage = useStage({ gtins: 30 })
let mirror: Mirror
let keys: RecordKey[]
beforeEach(() => {
  mirror = stage.openMirror({ policy: { retireAfterMisses: 1, maxRetireShare: 1, maxUpdateShare: 1 } })
  mirror.listed = mirror.listed.slice(0, 3)
  keys = mirror.listed.map((gtin) => ({ gtin, language: 'de-de' }))
})

const pages = async () =>
  (await stage.editor.recordPages()).map(({ id, status, title, content }) => ({ id, status, title, content }))
const partnerChanges = async (name: string) => {
  for (const { gtin } of keys) await stage.mock.patchProduct(gtin, 'de-de', { name })
}

/** The CMS takes the writes, and the process dies before it acknowledges them. */
async function dieAfterWriting(begun: Run): Promise<void> {
  const { writes } = mirror
  let written = false
  mirror.cms = {
    ...mirror.cms,
    async writePages(...args) {
      written = true
      return stageCms.writePages(...args)
    },
  }
  const stageCms = stage.openMirror({ keys: mirror.keys }).cms
  mirror.writes = {
    ...writes,
    async commit(runId, commits) {
      if (written) throw new Error('killed')
      await writes.commit(runId, commits)
    },
  }
  await expect(putBack(mirror, begun)).rejects.toThrow('killed')
  mirror.writes = writes
}

const wholeRuns = {
  updates: async () => {
    await sync(mirror)
    await partnerChanges('Falsch')
    return (await sync(mirror)).run.id
  },
  creates: async () => (await sync(mirror)).run.id,
  retirements: async () => {
    await sync(mirror)
    for (const { gtin } of keys) await stage.mock.deleteProduct(gtin)
    return (await sync(mirror)).run.id
  },
  'retirements to the trash': async () => {
    mirror.policy = { ...mirror.policy, retireTo: 'trash' }
    await sync(mirror)
    for (const { gtin } of keys) await stage.mock.deleteProduct(gtin)
    return (await sync(mirror)).run.id
  },
  returns: async () => {
    await wholeRuns.retirements()
    await partnerChanges('Wieder da')
    return (await sync(mirror)).run.id
  },
}

test.each(Object.entries(wholeRuns))(
  'an undo of %s that dies between CMS and Redis ends like one that did not',
  async (_what, prepare) => {
    const begun = await startUndo(mirror, await prepare())
    await dieAfterWriting(begun)
    const after = await pages()
    await putBack(mirror, begun)
    const run = await closeUndo(mirror, begun)
    expect(run).toMatchObject({ state: 'done', counts: { undone: 3, kept: 0, failed: 0 } })
    expect(await pages()).toEqual(after)
    await undo(mirror, begun.id)
    expect((await outcomesOf(mirror, begun.id)).size).toBe(3)
  },
)

test('a job that runs twice writes nothing the second time and reports the same', async () => {
  const begun = await startUndo(mirror, await wholeRuns.updates())
  await putBack(mirror, begun)
  const outcomes = await outcomesOf(mirror, begun.id)
  await stage.mock.zeroStats()
  await putBack(mirror, begun)
  expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
  expect(await outcomesOf(mirror, begun.id)).toEqual(outcomes)
})

test('a record that is planned again after it was put back leaves the plan and keeps its outcome', async () => {
  const begun = await startUndo(mirror, await wholeRuns.updates())
  await planReverts(mirror, begun)
  const ids = await mirror.plans.list(begun.id, 'write', 0, 9)
  const changes = (await mirror.plans.read(begun.id, ids)).filter((change) => change !== undefined)
  await putBack(mirror, begun)
  const outcomes = await outcomesOf(mirror, begun.id)
  await mirror.plans.save(begun.id, changes)
  await putBack(mirror, begun)
  expect(await closeUndo(mirror, begun)).toMatchObject({ state: 'done', counts: { undone: 3 } })
  expect(await outcomesOf(mirror, begun.id)).toEqual(outcomes)
})

test('a record that somebody else wrote since is not planned, and has its outcome at once', async () => {
  const undoes = await wholeRuns.updates()
  const [first] = keys
  if (first) await stage.mock.patchProduct(first.gtin, 'de-de', { name: 'Richtig' })
  const { run: later } = await sync(mirror)
  const begun = await startUndo(mirror, undoes)
  await planReverts(mirror, begun)
  expect(await mirror.plans.count(begun.id, 'write')).toBe(2)
  const [outcome] = (await outcomesOf(mirror, begun.id)).values()
  expect(outcome).toMatchObject({
    ...first,
    result: 'kept',
    reason: `not put back: run ${later.id} wrote it since`,
  })
})

test('thirty pages cost one read and two batches, whatever the run did to them', async () => {
  mirror.listed = [...stage.gtins]
  const cost = { 'GET /cms/v2/pages': 1, 'POST /batch/v1': 2 }
  const first = await sync(mirror)
  for (const gtin of mirror.listed) await stage.mock.patchProduct(gtin, 'de-de', { name: 'Falsch' })
  let undoes = (await sync(mirror)).run.id
  for (const _ of ['the update', 'its undo', 'the undo of that']) {
    await stage.mock.zeroStats()
    const { run } = await undo(mirror, undoes)
    expect(run.counts).toMatchObject({ records: 30, undone: 30 })
    expect((await stage.mock.stats()).requests.cms).toEqual(cost)
    undoes = run.id
  }
  expect((await undo(mirror, first.run.id)).run.counts).toMatchObject({ undone: 0, kept: 30 })
})

test('a cancelled undo writes no further batch, and may be begun again', async () => {
  const undoes = await wholeRuns.updates()
  const begun = await startUndo(mirror, undoes)
  await cancelRun(mirror, begun.id)
  await putBack(mirror, begun)
  expect((await pages()).map(({ title }) => title.raw)).toEqual(['Falsch', 'Falsch', 'Falsch'])
  expect((await undo(mirror, undoes)).run.counts).toMatchObject({ undone: 3 })
})

test('records that were not reached are named, with the command to continue', async () => {
  const undoes = await wholeRuns.updates()
  const begun = await startUndo(mirror, undoes)
  await planReverts(mirror, begun)
  const run = await closeUndo(mirror, begun)
  expect(run).toMatchObject({ state: 'partial', counts: { records: 3, failed: 3 } })
  const [outcome] = (await outcomesOf(mirror, begun.id)).values()
  expect(outcome?.reason).toBe(
    `not put back: its batch failed after all tries. To go on: product-mirror undo ${undoes}`,
  )
})

describe('an undo is refused with a reason:', () => {
  const refusal = async (undoes: string) => {
    const begun = await beginUndo(mirror, { undoes, trigger: 'cli' })
    return begun.ok ? 'begun' : `${begun.why}: ${begun.reason}`
  }

  test('of a run that does not exist', async () => {
    expect(await refusal('2000-01-01-1')).toMatch(/^misuse: There is no run 2000-01-01-1/)
  })
  test('of a dry run', async () => {
    const { runId } = await plan(mirror, 'plan')
    await mirror.runs.update(runId, { state: 'planned' })
    expect(await refusal(runId)).toMatch(/^misuse: Run .* was a dry run/)
  })
  test('of a held run', async () => {
    const { runId } = await plan(mirror)
    await mirror.runs.update(runId, { state: 'held' })
    expect(await refusal(runId)).toMatch(/^misuse: Run .* is held: it has written nothing yet/)
  })
  test('of a run that changed nothing', async () => {
    await sync(mirror)
    const { run } = await sync(mirror)
    expect(await refusal(run.id)).toMatch(/^misuse: Run .* changed no page/)
  })
  test('of an active run, and of any run while another one is active', async () => {
    const { run } = await sync(mirror)
    await partnerChanges('Falsch')
    const { runId } = await plan(mirror)
    await startWriting(mirror, runId)
    expect(await refusal(runId)).toMatch(/^busy: Run .* is at work\. Wait until it has ended/)
    expect(await refusal(run.id)).toBe(`busy: Run ${runId} is at work. Undo ${run.id} when it has ended.`)
  })
  test('of a run that ended more than thirty days ago', async () => {
    const { run } = await sync(mirror)
    mirror.pass(31 * 24 * 3600 * 1000)
    expect(await refusal(run.id)).toMatch(/^misuse: Run .* ended on 2026-11-20: .* 30 days only/)
  })
})
