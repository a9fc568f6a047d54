import { describe, expect } from 'vitest'
import { openDecisions } from '../../helpers/content/decisions.ts'
import { sync } from '../../helpers/sync/sync-run.ts'
import { undo } from '../../helpers/sync/undo.ts'
import { verify } from '../../helpers/sync/verify-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const plain = '<!-- wp:paragraph -->\n<p>Band für das Dach.</p>'
const hidden = '<!-- wp:paragraph {"metadata":{"blockVisibility":false}} -->\n<p>Band für das Dach.</p>'
const red =
  '<!-- wp:paragraph {"textColor":"red","metadata":{"noteId":7}} -->\n<p class="has-red-color has-text-color" id="intro">Band für das Dach.</p>'

const test = withMirror({ gtins: 1, prepare: sync })
  .extend('record', async ({ stage, mirror }) => {
    const record = openDecisions(stage, mirror)
    await record.partner({ intro: 'Band für das Dach.', price: '12.30' })
    await record.outcome()
    return record
  })
  .extend(
    'content',
    ({ stage, record }) =>
      async () =>
        (await stage.editor.page(record.key)).content.raw,
  )
  .extend('edit', ({ stage, record }) => async (text: string, instead: string) => {
    const before = (await stage.editor.page(record.key)).content.raw
    if (!before.includes(text)) throw new Error(`The page has no ${text}`)
    await record.editor({ content: before.replace(text, instead) })
  })

describe('a paragraph that an editor hid', () => {
  test.beforeEach(({ edit }) => edit(plain, hidden))

  test('stays hidden when the partner changes the price', async ({ record, content }) => {
    await record.partner({ price: '13.10' })
    expect(await record.outcome()).toMatchObject({ result: 'updated', kept: ['inner'] })
    expect(await content()).toContain(hidden)
    expect(await content()).toContain('13,10')
  })

  test('stays hidden with the partner’s new text', async ({ record, content }) => {
    for (const intro of ['Band für jedes Dach.', 'Klebt.']) {
      await record.partner({ intro })
      expect(await record.outcome()).toMatchObject({ result: 'updated', kept: ['inner'] })
      expect(await content()).toContain(hidden.replace('Band für das Dach.', intro))
    }
  })

  test('stays hidden when the partner removes its text, until a decision', async ({ record, content }) => {
    await record.partner({ intro: '' })
    expect(await record.outcome()).toMatchObject({ conflicts: expect.arrayContaining(['inner']) })
    expect(await content()).toContain(hidden)
    await record.say('overwrite')
    await record.outcome()
    expect(await content()).not.toContain('Band für das Dach.')
  })

  test('stays hidden after Redis lost its data', async ({ record, content, stage }) => {
    const fresh = stage.openMirror()
    expect((await sync(fresh)).run.counts).toMatchObject({ kept: 1 })
    await record.partner({ intro: 'Band für jedes Dach.' })
    await sync(fresh)
    expect(await content()).toContain(hidden.replace('das', 'jedes'))
  })

  test('is an edit that the mirror knows, although nothing of the text changed', async ({
    mirror,
    record,
    content,
  }) => {
    expect((await verify(mirror)).findings).toMatchObject([{ ...record.key, kind: 'edited' }])
    expect(await content()).toContain(hidden)
  })
})

test('keeps a paragraph’s colour, note and anchor through changes, an undo and the next change', async ({
  mirror,
  record,
  content,
  edit,
}) => {
  await edit(plain, red)
  await record.partner({ intro: 'Band für jedes Dach.' })
  const { run } = await sync(mirror)
  expect(await content()).toContain(red.replace('das', 'jedes'))
  await undo(mirror, run.id)
  expect(await content()).toContain(red)
  await record.partner({ intro: 'Das Band.' })
  await sync(mirror)
  expect(await content()).toContain(red.replace('Band für das Dach.', 'Das Band.'))
})

test('keeps a paragraph’s colour when a conflict is overwritten completely', async ({
  record,
  content,
  edit,
}) => {
  await edit(plain, red.replace('das Dach', 'unser Dach'))
  await record.partner({ intro: 'Band für jedes Dach.' })
  expect(await record.outcome()).toMatchObject({ conflicts: ['inner'] })
  await record.say('overwrite')
  await record.outcome()
  expect(await content()).toContain(red.replace('das', 'jedes'))
})

test('keeps the colour that came with a stale save, with the text that it replaced', async ({
  record,
  content,
  stage,
}) => {
  const stale = (await stage.editor.page(record.key)).content.raw
  await record.partner({ intro: 'Band für jedes Dach.' })
  await record.outcome()
  await record.editor({ content: stale.replace(plain, red) })
  await record.partner({ price: '13.10' })
  await record.outcome()
  expect(await content()).toContain(red.replace('das', 'jedes'))
  expect(await content()).toContain('13,10')
})
