import { describe, expect } from 'vitest'
import { withoutJsonLd } from '../../../src/core/markup/json-ld.ts'
import { openDecisions } from '../../helpers/content/decisions.ts'
import { writePages } from '../../../src/sync/pages/write-pages.ts'
import type { Mirror } from '../../helpers/sync/sync-deps.ts'
import { go, inputOf, only, plan, startWriting, sync } from '../../helpers/sync/sync-run.ts'
import { undo } from '../../helpers/sync/undo.ts'
import { verify } from '../../helpers/sync/verify-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const plain = '<!-- wp:paragraph -->\n<p>Band für das Dach.</p>'
const hidden = '<!-- wp:paragraph {"metadata":{"blockVisibility":false}} -->\n<p>Band für das Dach.</p>'
const red =
  '<!-- wp:paragraph {"textColor":"red","metadata":{"noteId":7}} -->\n<p class="has-red-color has-text-color" id="intro">Band für das Dach.</p>'

const invisible = '{"metadata":{"blockVisibility":false}}'
const group = (inner: string) =>
  `<!-- wp:group ${invisible} -->\n<div class="wp-block-group">${inner}</div>\n<!-- /wp:group -->`
const columns = (inner: string) =>
  `<!-- wp:columns ${invisible} -->\n<div class="wp-block-columns"><!-- wp:column -->\n<div class="wp-block-column">${inner}</div>\n<!-- /wp:column --></div>\n<!-- /wp:columns -->`

/** The content without its hidden blocks, and without the data for search engines. */
const visible = (content: string): string =>
  withoutJsonLd(content).replaceAll(
    /<!-- wp:(\w+) \{[^\n]*"blockVisibility":false[^\n]*\n.*?<!-- \/wp:\1 -->/gs,
    '',
  )

async function rebuild(mirror: Mirror): Promise<void> {
  const { runId } = await plan(mirror, 'rebuild')
  await startWriting(mirror, runId)
  await writePages(mirror, { ...(await inputOf(mirror, runId)), readOnly: true }, go)
  await mirror.runs.update(runId, { state: 'done' })
}

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

describe('PR-02: a paragraph that an editor hid', () => {
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

  test('stays hidden if the partner makes two paragraphs of it', async ({ record, content }) => {
    await record.partner({ intro: 'Band für\n\ndas Dach.' })
    expect(await record.outcome()).toMatchObject({ result: 'updated', kept: ['inner'] })
    await record.partner({ price: '13.10' })
    await record.outcome()
    expect(await content()).toContain('13,10')
    for (const half of ['Band für', 'das Dach.'])
      expect(await content()).toContain(hidden.replace('Band für das Dach.', half))
  })

  test('is an edit that the mirror knows, even if no text changed', async ({ mirror, record, content }) => {
    expect((await verify(mirror)).findings).toMatchObject([{ ...record.key, kind: 'edited' }])
    expect(await content()).toContain(hidden)
  })
})

describe.each([
  ['group', group],
  ['columns', columns],
])('a paragraph that an editor put into a hidden %s', (_, wrap) => {
  const own = `${plain}\n<!-- /wp:paragraph -->`
  test.beforeEach(({ edit }) => edit(own, wrap(own)))

  test('stays hidden after Redis lost its data, whatever the partner changes', async ({
    record,
    content,
    stage,
  }) => {
    const fresh = stage.openMirror()
    await record.partner({ intro: 'Band für jedes Dach.', price: '13.10' })
    expect(only((await sync(fresh)).outcomes)).toMatchObject({ conflicts: ['inner'] })
    expect(await content()).toContain(wrap(own))
    expect(await content()).toContain('13,10')
    expect(visible(await content())).not.toContain('Band für')
  })

  test('stays hidden after a rebuild, whatever the partner changes', async ({ record, content, stage }) => {
    const fresh = stage.openMirror()
    await rebuild(fresh)
    expect(await content()).toContain(wrap(own))
    await record.partner({ intro: 'Band für jedes Dach.', price: '13.10' })
    await sync(fresh)
    expect(await content()).toContain('13,10')
    expect(visible(await content())).not.toContain('Band für')
  })
})

test('PR-02: keeps a paragraph’s colour, note and anchor through changes, an undo and the next change', async ({
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
