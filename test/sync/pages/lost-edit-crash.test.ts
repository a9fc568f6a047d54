import { expect } from 'vitest'
import { plainLines } from '../../../src/core/markup/readable.ts'
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
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({ gtins: 2 })
  .extend('raceAt', ({ stage }, { onCleanup }) => {
    onCleanup(() => stage.tidy())
    return (gtin: string, updates?: readonly string[]) => openRace(stage, gtin, updates)
  })
  .extend('race', ({ stage, raceAt }) => raceAt(stage.gtins[0] ?? ''))

const putBack = expect.stringContaining('the edit was restored')

/** A run whose first batch is carried out and whose reply is then lost. */
async function lose(mirror: Mirror, before: () => Promise<unknown>): Promise<string> {
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

test('the next try restores an editor’s save', async ({ race }) => {
  const runId = await lose(race.mirror, () => race.writeAbove('Von Hand.'))
  expect(await race.content()).not.toContain('Von Hand.')
  const { outcomes } = await apply(race.mirror, runId)
  expect(only(outcomes)).toMatchObject({ result: 'updated', reason: putBack })
  expect(await race.content()).toContain('Von Hand.')
  expect(await race.content()).toContain('ZWEI')
  expect(await race.leftToDo()).toEqual(nothing)
})

test('an editor’s save inside the block is restored and becomes a conflict', async ({ race }) => {
  const runId = await lose(race.mirror, async () =>
    race.edit({ content: (await race.content()).replace('EINS', 'VON HAND') }),
  )
  const { outcomes } = await apply(race.mirror, runId)
  expect(only(outcomes)).toMatchObject({ conflicts: ['inner'], reason: putBack })
  expect(await race.content()).toContain('VON HAND')
  expect(plainLines(await race.content()).join('\n')).not.toContain('ZWEI')
  expect(await race.leftToDo()).toEqual(nothing)
})

test('a further try restores it if that one dies before or after its write', async ({ race }) => {
  const runId = await lose(race.mirror, () => race.writeAbove('Von Hand.'))
  for (const dies of ['before', 'after']) {
    const { cms } = race.mirror
    race.mirror.cms = {
      ...cms,
      async writePages(writes, signal) {
        if (dies === 'after') await cms.writePages(writes, signal)
        throw new Error('killed')
      },
    }
    const input = await inputOf(race.mirror, runId)
    await expect(writePages(race.mirror, input, go)).rejects.toThrow('killed')
    race.mirror.cms = cms
  }
  await apply(race.mirror, runId)
  expect((await race.content()).match(/Von Hand\./g)).toHaveLength(1)
  expect(await race.content()).toContain('ZWEI')
  expect(await race.leftToDo()).toEqual(nothing)
})

test('a save after our write is not touched', async ({ race }) => {
  const runId = await lose(race.mirror, async () => undefined)
  await race.writeAbove('Danach.')
  await apply(race.mirror, runId)
  expect(await race.content()).toContain('Danach.')
  expect(await race.content()).toContain('ZWEI')
  expect(await race.leftToDo()).toEqual(nothing)
})

test('without an editor nothing is requested and nothing is written again', async ({ stage, race }) => {
  const runId = await lose(race.mirror, async () => undefined)
  await stage.mock.zeroStats()
  await apply(race.mirror, runId)
  expect(await race.asks('revisions')).toBe(0)
  expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
  expect((await outcomesOf(race.mirror, runId)).size).toBe(1)
  expect(await race.leftToDo()).toEqual(nothing)
})

test('the next try also restores the first save of a page', async ({ stage, raceAt }) => {
  const race = await raceAt(stage.gtins[1] ?? '', [])
  const runId = await lose(race.mirror, () => race.writeBelow('Von Hand.'))
  await apply(race.mirror, runId)
  expect(await race.content()).toContain('Von Hand.')
  expect(await race.content()).toContain('ZWEI')
  expect((await snapshotOf(race.mirror, race.key)).base.inner).toContain('ZWEI')
})

test('an update that may still land is not sent again before the write grace period ends, even if an editor saves', async ({
  race,
}) => {
  const { runId } = await plan(race.mirror)
  await startWriting(race.mirror, runId)
  const input = await inputOf(race.mirror, runId)
  const { cms } = race.mirror
  let late: () => Promise<unknown> = async () => undefined
  race.mirror.cms = {
    ...cms,
    async writePages(writes, signal) {
      late = () => cms.writePages(writes, signal)
      throw new OutcomeUnknownError('the answer was lost')
    },
  }
  expect(await writePages(race.mirror, input, go)).toEqual({ written: 0, done: 0, waitMs: writeGraceMs })
  race.mirror.cms = cms
  race.mirror.pass(writeGraceMs - 500)
  expect(await writePages(race.mirror, input, go)).toEqual({ written: 0, done: 0, waitMs: 500 })
  await race.writeAbove('Von Hand.')
  await late()
  const { outcomes } = await apply(race.mirror, runId)
  expect(only(outcomes)).toMatchObject({ result: 'updated', reason: putBack })
  expect(await race.content()).toContain('Von Hand.')
  expect(await race.content()).toContain('ZWEI')
  expect(await race.leftToDo()).toEqual(nothing)
})

test('an update that did not land within the write grace period is sent again', async ({ race }) => {
  const runId = await lose(race.mirror, async () => {
    throw new Error('killed')
  })
  race.mirror.pass(writeGraceMs)
  await apply(race.mirror, runId)
  expect(await race.content()).toContain('ZWEI')
  expect(await race.leftToDo()).toEqual(nothing)
})

test('an undo does not restore an edit that a lost update overwrote unseen', async ({ race }) => {
  race.mirror.policy = { ...race.mirror.policy, onEdit: 'overwrite' }
  await race.edit({ content: (await race.content()).replace('EINS', 'VON HAND') })
  const runId = await lose(race.mirror, async () => undefined)
  const { outcomes } = await apply(race.mirror, runId)
  expect(only(outcomes)).toMatchObject({ result: 'updated' })
  expect(only((await undo(race.mirror, runId)).outcomes)).toMatchObject({
    reason: expect.stringContaining('its earlier text was not kept'),
  })
  expect(await race.content()).toContain('ZWEI')
})

test('an undo restores the fields of an update with a lost reply, next to an editor’s text', async ({
  race,
}) => {
  await race.edit({ title: 'Vom Redakteur' })
  const runId = await lose(race.mirror, async () => undefined)
  const { outcomes } = await apply(race.mirror, runId)
  expect(only(outcomes)).toMatchObject({ result: 'updated', kept: ['title'] })
  expect(only((await undo(race.mirror, runId)).outcomes)).toMatchObject({ result: 'undone' })
  expect(await race.content()).toContain('EINS')
  expect((await race.page()).title.raw).toBe('Vom Redakteur')
})

test('an undo restores the other parts of a block that an editor changed, even after a lost reply', async ({
  race,
}) => {
  await race.edit({ content: (await race.content()).replace(/(?<=<h2[^>]*>)[^<]+/, 'Vom Redakteur') })
  const runId = await lose(race.mirror, async () => undefined)
  await apply(race.mirror, runId)
  expect(await race.content()).toContain('ZWEI')
  expect(only((await undo(race.mirror, runId)).outcomes)).toMatchObject({ result: 'undone' })
  expect(await race.content()).toContain('EINS')
  expect(await race.content()).toContain('Vom Redakteur')
})
