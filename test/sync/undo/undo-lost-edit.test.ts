import { notUndone } from '../../helpers/content/reason-of.ts'
import { expect } from 'vitest'
import { openRace } from '../../helpers/sync/race.ts'
import { beforeNext, only, sync } from '../../helpers/sync/sync-run.ts'
import { undo } from '../../helpers/sync/undo.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({ gtins: 1 }).extend('race', async ({ stage }, { onCleanup }) => {
  onCleanup(() => stage.tidy())
  const race = await openRace(stage, stage.gtins[0] ?? '')
  const { run } = await sync(race.mirror)
  await stage.mock.zeroStats()
  return { ...race, runId: run.id }
})

test('an update is undone even if an editor saves text outside the block at the same time, which stays', async ({
  race,
}) => {
  beforeNext(race.mirror, 'writePages', () => race.writeAbove('Von Hand.'))
  const { outcomes } = await undo(race.mirror, race.runId)
  expect(only(outcomes)).toMatchObject({
    result: 'undone',
    reasons: [{ code: 'undone', runId: race.runId }, { code: 'edit-restored' }],
  })
  expect(await race.content()).toContain('Von Hand.')
  expect(await race.content()).toContain('EINS')
  expect(await race.content()).not.toContain('ZWEI')
})

test('an update stays if an editor saves text inside the block at the same time', async ({ race }) => {
  beforeNext(race.mirror, 'writePages', async () =>
    race.edit({ content: (await race.content()).replace('ZWEI', 'VON HAND') }),
  )
  const { outcomes } = await undo(race.mirror, race.runId)
  expect(only(outcomes)).toMatchObject({
    result: 'kept',
    reasons: notUndone({ code: 'undo-edited', fields: ['inner'] }, { code: 'edit-restored' }),
  })
  expect(await race.content()).toContain('VON HAND')
  expect(await race.content()).not.toContain('EINS')
})

test('an update that was repaired for an editor’s title is undone in the other fields', async ({ race }) => {
  await race.partnerChanges('DREI', { name: 'Neues Band' })
  beforeNext(race.mirror, 'writePages', () => race.edit({ title: 'Vom Redakteur' }))
  const { run } = await sync(race.mirror)
  expect(await race.content()).toContain('DREI')
  await undo(race.mirror, run.id)
  expect(await race.page()).toMatchObject({ title: { raw: 'Vom Redakteur' } })
  expect(await race.content()).toContain('ZWEI')
  expect(await race.content()).not.toContain('DREI')
})

test('an undo reads no revisions if no editor saves at the same time', async ({ race }) => {
  expect(only((await undo(race.mirror, race.runId)).outcomes)).toMatchObject({ result: 'undone' })
  expect(await race.asks('revisions')).toBe(0)
})
