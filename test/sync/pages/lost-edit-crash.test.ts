import { beforeEach, expect, test } from 'vitest'
import { OutcomeUnknownError } from '../../../src/lib/errors.ts'
import { writePages } from '../../../src/sync/pages/write-pages.ts'
import { nothing, openRace } from '../../helpers/sync/race.ts'
import { undo } from '../../helpers/sync/undo.ts'
import { writeGraceMs, type Mirror } from '../../helpers/sync/sync-deps.ts'
import {
  apply,
  go,
  inputOf,
  only,
  outcomesOf,
  plan,
  snapshotOf,
  startWriting,
} from '../../helpers/sync/sync-run.ts'
import { useStage } from '../../helpers/sync/use-stage.ts'

const stage = useStage({ gtins: 2 })
let race: Awaited<ReturnType<typeof openRace>>
let mirror: Mirror
beforeEach(async () => {
  race = await openRace(stage, stage.gtins[0] ?? '')
  mirror = race.mirror
})

const putBack = expect.stringContaining('what they wrote was put back')

/** A run whose first batch is answered and then lost. */
async function lose(before: () => Promise<unknown>): Promise<string> {
  const { runId } = await plan(mirror)
  await startWriting(mirror, runId)
  const input = await inputOf(mirror, runId)
  const { cms } = mirror
  mirror.cms = {
    ...cms,
    async writePages(writes, signal) {
      await before()
      await cms.writePages(writes, signal)
      throw new Error('killed')
    },
  }
  await expect(writePages(mirror, input, go)).rejects.toThrow('killed')
  mirror.cms = cms
  return runId
}

test('the next try puts back what an editor saved', async () => {
  const runId = await lose(() => race.writeAbove('Von Hand.'))
  expect(await race.content()).not.toContain('Von Hand.')
  const { outcomes } = await apply(mirror, runId)
  expect(only(outcomes)).toMatchObject({ result: 'updated', reason: putBack })
  expect(await race.content()).toContain('Von Hand.')
  expect(await race.content()).toContain('ZWEI')
  expect(await race.leftToDo()).toEqual(nothing)
})

test('what an editor saved inside the block is put back and becomes a conflict', async () => {
  const runId = await lose(async () =>
    race.edit({ content: (await race.content()).replace('EINS', 'VON HAND') }),
  )
  const { outcomes } = await apply(mirror, runId)
  expect(only(outcomes)).toMatchObject({ conflicts: ['inner'], reason: putBack })
  expect(await race.content()).toContain('VON HAND')
  expect(await race.content()).not.toContain('ZWEI')
  expect(await race.leftToDo()).toEqual(nothing)
})

test('a further try puts it back if that one dies before or after its write', async () => {
  const runId = await lose(() => race.writeAbove('Von Hand.'))
  for (const dies of ['before', 'after']) {
    const { cms } = mirror
    mirror.cms = {
      ...cms,
      async writePages(writes, signal) {
        if (dies === 'after') await cms.writePages(writes, signal)
        throw new Error('killed')
      },
    }
    const input = await inputOf(mirror, runId)
    await expect(writePages(mirror, input, go)).rejects.toThrow('killed')
    mirror.cms = cms
  }
  await apply(mirror, runId)
  expect((await race.content()).match(/Von Hand\./g)).toHaveLength(1)
  expect(await race.content()).toContain('ZWEI')
  expect(await race.leftToDo()).toEqual(nothing)
})

test('a save after our write is not touched', async () => {
  const runId = await lose(async () => undefined)
  await race.writeAbove('Danach.')
  await apply(mirror, runId)
  expect(await race.content()).toContain('Danach.')
  expect(await race.content()).toContain('ZWEI')
  expect(await race.leftToDo()).toEqual(nothing)
})

test('without an editor nothing is requested and nothing is written again', async () => {
  const runId = await lose(async () => undefined)
  await stage.mock.zeroStats()
  await apply(mirror, runId)
  expect(await race.asks('revisions')).toBe(0)
  expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
  expect((await outcomesOf(mirror, runId)).size).toBe(1)
  expect(await race.leftToDo()).toEqual(nothing)
})

test('the next try also puts back the first save of a page', async () => {
  race = await openRace(stage, stage.gtins[1] ?? '', [])
  mirror = race.mirror
  const runId = await lose(() => race.writeBelow('Von Hand.'))
  await apply(mirror, runId)
  expect(await race.content()).toContain('Von Hand.')
  expect(await race.content()).toContain('ZWEI')
  expect((await snapshotOf(mirror, race.key)).base.inner).toContain('ZWEI')
})

test('an update that may still land is not sent again before the write grace period ends, and an editor may save meanwhile', async () => {
  const { runId } = await plan(mirror)
  await startWriting(mirror, runId)
  const input = await inputOf(mirror, runId)
  const { cms } = mirror
  let late: () => Promise<unknown> = async () => undefined
  mirror.cms = {
    ...cms,
    async writePages(writes, signal) {
      late = () => cms.writePages(writes, signal)
      throw new OutcomeUnknownError('the answer was lost')
    },
  }
  expect(await writePages(mirror, input, go)).toEqual({ written: 0, done: 0, waitMs: writeGraceMs })
  mirror.cms = cms
  mirror.pass(writeGraceMs - 500)
  expect(await writePages(mirror, input, go)).toEqual({ written: 0, done: 0, waitMs: 500 })
  await race.writeAbove('Von Hand.')
  await late()
  const { outcomes } = await apply(mirror, runId)
  expect(only(outcomes)).toMatchObject({ result: 'updated', reason: putBack })
  expect(await race.content()).toContain('Von Hand.')
  expect(await race.content()).toContain('ZWEI')
  expect(await race.leftToDo()).toEqual(nothing)
})

test('an update that did not land within the write grace period is sent again', async () => {
  const runId = await lose(async () => {
    throw new Error('killed')
  })
  mirror.pass(writeGraceMs)
  await apply(mirror, runId)
  expect(await race.content()).toContain('ZWEI')
  expect(await race.leftToDo()).toEqual(nothing)
})

test('an undo does not restore what a lost update overwrote unseen', async () => {
  mirror.policy = { ...mirror.policy, onEdit: 'overwrite' }
  await race.edit({ content: (await race.content()).replace('EINS', 'VON HAND') })
  const runId = await lose(async () => undefined)
  const { outcomes } = await apply(mirror, runId)
  expect(only(outcomes)).toMatchObject({ result: 'updated' })
  expect(only((await undo(mirror, runId)).outcomes)).toMatchObject({
    reason: expect.stringContaining('its earlier text was not kept'),
  })
  expect(await race.content()).toContain('ZWEI')
})
