import { notUndone } from '../../helpers/content/reason-of.ts'
import { describe, expect } from 'vitest'
import { beginUndo } from '../../../src/sync/undo/begin-undo.ts'
import { cancelRun } from '../../../src/sync/runs/begin-run.ts'
import { planReverts } from '../../../src/sync/undo/plan-reverts.ts'
import type { Run } from '../../../src/core/run/run.ts'
import type { Mirror, Stage } from '../../helpers/sync/sync-deps.ts'
import { outcomesOf, plan, startWriting, sync } from '../../helpers/sync/sync-run.ts'
import { closeUndo, putBack, startUndo, undo } from '../../helpers/sync/undo.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

type World = { stage: Stage; mirror: Mirror }

const test = withMirror({
  gtins: 30,
  mirror: { policy: { retireAfterMisses: 1, maxRetireShare: 1, maxUpdateShare: 1 } },
  prepare: async (mirror) => void mirror.listed.splice(3),
})

const pages = async (stage: Stage) =>
  (await stage.editor.recordPages()).map(({ id, status, title, content }) => ({ id, status, title, content }))
const partnerChanges = async ({ stage, mirror }: World, name: string) => {
  for (const gtin of mirror.listed) await stage.mock.patchProduct(gtin, 'de-de', { name })
}

/** The CMS takes the writes, and the process dies before it acknowledges them. */
async function dieAfterWriting({ stage, mirror }: World, begun: Run): Promise<void> {
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
  updates: async ({ stage, mirror }: World) => {
    await sync(mirror)
    await partnerChanges({ stage, mirror }, 'Falsch')
    return (await sync(mirror)).run.id
  },
  creates: async ({ mirror }: World) => (await sync(mirror)).run.id,
  retirements: async ({ stage, mirror }: World) => {
    await sync(mirror)
    for (const gtin of mirror.listed) await stage.mock.deleteProduct(gtin)
    return (await sync(mirror)).run.id
  },
  'retirements to the trash': async ({ stage, mirror }: World) => {
    mirror.policy = { ...mirror.policy, retireTo: 'trash' }
    await sync(mirror)
    for (const gtin of mirror.listed) await stage.mock.deleteProduct(gtin)
    return (await sync(mirror)).run.id
  },
  returns: async ({ stage, mirror }: World) => {
    await wholeRuns.retirements({ stage, mirror })
    await partnerChanges({ stage, mirror }, 'Wieder da')
    return (await sync(mirror)).run.id
  },
}

test.for(Object.entries(wholeRuns))(
  'an undo of %s that dies between CMS and Redis ends like one that did not',
  async ([_what, prepare], { stage, mirror }) => {
    const begun = await startUndo(mirror, await prepare({ stage, mirror }))
    await dieAfterWriting({ stage, mirror }, begun)
    const after = await pages(stage)
    await putBack(mirror, begun)
    const run = await closeUndo(mirror, begun)
    expect(run).toMatchObject({ state: 'done', counts: { undone: 3, kept: 0, failed: 0 } })
    expect(await pages(stage)).toEqual(after)
    await undo(mirror, begun.id)
    expect((await outcomesOf(mirror, begun.id)).size).toBe(3)
  },
)

test('a job that runs twice writes nothing the second time and reports the same', async ({
  stage,
  mirror,
}) => {
  const begun = await startUndo(mirror, await wholeRuns.updates({ stage, mirror }))
  await putBack(mirror, begun)
  const outcomes = await outcomesOf(mirror, begun.id)
  await stage.mock.zeroStats()
  await putBack(mirror, begun)
  expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
  expect(await outcomesOf(mirror, begun.id)).toEqual(outcomes)
})

test('a record that is planned again after it was restored leaves the plan and keeps its outcome', async ({
  stage,
  mirror,
}) => {
  const begun = await startUndo(mirror, await wholeRuns.updates({ stage, mirror }))
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

test('a record that was written since by another run is not planned, and has its outcome at once', async ({
  stage,
  mirror,
  key,
}) => {
  const undoes = await wholeRuns.updates({ stage, mirror })
  await stage.mock.patchProduct(key.gtin, 'de-de', { name: 'Richtig' })
  const { run: later } = await sync(mirror)
  const begun = await startUndo(mirror, undoes)
  await planReverts(mirror, begun)
  expect(await mirror.plans.count(begun.id, 'write')).toBe(2)
  const [outcome] = (await outcomesOf(mirror, begun.id)).values()
  expect(outcome).toMatchObject({
    ...key,
    result: 'kept',
    reasons: notUndone({ code: 'undo-written-since', runId: later.id }),
  })
})

test('thirty pages cost two reads and two batches, whatever the run did to them', async ({
  stage,
  mirror,
}) => {
  mirror.listed = [...stage.gtins]
  // One of the reads is that of our rights.
  const cost = { 'GET /cms/v2/pages': 2, 'POST /batch/v1': 2 }
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

test('a cancelled undo writes no further batch, and may be started again', async ({ stage, mirror }) => {
  const undoes = await wholeRuns.updates({ stage, mirror })
  const begun = await startUndo(mirror, undoes)
  await cancelRun(mirror, begun.id)
  await putBack(mirror, begun)
  expect((await pages(stage)).map(({ title }) => title.raw)).toEqual(['Falsch', 'Falsch', 'Falsch'])
  expect((await undo(mirror, undoes)).run.counts).toMatchObject({ undone: 3 })
})

test('records that were not reached are named, with the run whose undo continues', async ({
  stage,
  mirror,
}) => {
  const undoes = await wholeRuns.updates({ stage, mirror })
  const begun = await startUndo(mirror, undoes)
  await planReverts(mirror, begun)
  const run = await closeUndo(mirror, begun)
  expect(run).toMatchObject({ state: 'partial', counts: { records: 3, failed: 3 } })
  const [outcome] = (await outcomesOf(mirror, begun.id)).values()
  expect(outcome?.reasons).toEqual([{ code: 'lost', undoes }])
})

describe('an undo is refused with a reason:', () => {
  const refusal = async (mirror: Mirror, undoes: string) => {
    const begun = await beginUndo(mirror, { undoes, trigger: 'cli' })
    return begun.ok ? 'begun' : `${begun.why}: ${begun.reason}`
  }

  test('of a run that does not exist', async ({ mirror }) => {
    expect(await refusal(mirror, '2000-01-01-1')).toMatch(/^misuse: Run 2000-01-01-1 does not exist/)
  })
  test('of a dry run', async ({ mirror }) => {
    const { runId } = await plan(mirror, 'plan')
    await mirror.runs.update(runId, { state: 'planned' })
    expect(await refusal(mirror, runId)).toMatch(/^misuse: Run .* was a dry run/)
  })
  test('of a held run', async ({ mirror }) => {
    const { runId } = await plan(mirror)
    await mirror.runs.update(runId, { state: 'held' })
    expect(await refusal(mirror, runId)).toMatch(/^misuse: Run .* is held: it has written nothing yet/)
  })
  test('of a run that changed nothing', async ({ mirror }) => {
    await sync(mirror)
    const { run } = await sync(mirror)
    expect(await refusal(mirror, run.id)).toMatch(/^misuse: Run .* changed no page/)
  })
  test('of an active run, and of any run while another one is active', async ({ stage, mirror }) => {
    const { run } = await sync(mirror)
    await partnerChanges({ stage, mirror }, 'Falsch')
    const { runId } = await plan(mirror)
    await startWriting(mirror, runId)
    expect(await refusal(mirror, runId)).toMatch(/^busy: Run .* is active\. Wait until it has ended/)
    expect(await refusal(mirror, run.id)).toBe(
      `busy: Run ${runId} is active. Undo ${run.id} when it has ended.`,
    )
  })
  test('of a run that ended more than thirty days ago', async ({ mirror }) => {
    const { run } = await sync(mirror)
    mirror.pass(31 * 24 * 3600 * 1000)
    expect(await refusal(mirror, run.id)).toMatch(/^misuse: Run .* ended on 2026-11-20: .* 30 days only/)
  })
})
