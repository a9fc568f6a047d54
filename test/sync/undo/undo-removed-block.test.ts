import { simpleReasons } from '../../../src/core/reasons/reason.ts'
import { expect } from 'vitest'
import { listOpenDecisions } from '../../../src/sync/decisions/list-decisions.ts'
import { only, sync } from '../../helpers/sync/sync-run.ts'
import { undo } from '../../helpers/sync/undo.ts'
import { withRecord } from '../../helpers/sync/with-mirror.ts'

const text = '<p>Von Hand.</p>'

const test = withRecord().extend('page', ({ stage, record }) => async () => {
  const { id, title, content } = await stage.editor.page(record.key)
  return { id, title: title.raw, content: content.raw }
})

test('a block that an editor removed goes again with the undo of its overwriting, and the conflict returns', async ({
  stage,
  mirror,
  record,
  page,
}) => {
  await stage.editor.edit((await page()).id, { title: 'Titel von Hand', content: text })
  await record.partner({ item_number: 'NEU-1' })
  await sync(mirror)
  expect(await record.say('overwrite')).toMatchObject({ ok: true })
  const { run } = await sync(mirror)
  expect((await page()).content).toContain('NEU-1')

  expect(only((await undo(mirror, run.id)).outcomes)).toMatchObject({ result: 'undone' })
  expect(await page()).toMatchObject({ title: 'Titel von Hand', content: text })
  const { waiting } = await listOpenDecisions(mirror, 9)
  expect(waiting).toMatchObject([{ ...record.key, conflict: { fields: [{ field: 'inner', theirs: '' }] } }])

  expect(await record.say('overwrite')).toMatchObject({ ok: true })
  await sync(mirror)
  expect((await page()).content).toContain('NEU-1')
})

test('it stays if an editor changed it since, and the outcome contains the reason', async ({
  stage,
  mirror,
  record,
  page,
}) => {
  await stage.editor.edit((await page()).id, { title: 'Titel von Hand', content: text })
  await record.partner({ item_number: 'NEU-1' })
  await sync(mirror)
  await record.say('overwrite')
  const { run } = await sync(mirror)
  const { id, content } = await page()
  await stage.editor.edit(id, { content: content.replace('NEU-1', 'NEU-1 (Hand)') })

  expect(simpleReasons(only((await undo(mirror, run.id)).outcomes)?.reasons)).toContainEqual(
    expect.objectContaining({ code: 'undo-edited', fields: ['inner'] }),
  )
  expect(await page()).toMatchObject({
    title: 'Titel von Hand',
    content: expect.stringContaining('NEU-1 (Hand)'),
  })
})
