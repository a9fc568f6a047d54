import { describe, expect } from 'vitest'
import { openDecisions } from '../../helpers/content/decisions.ts'
import type { Stage } from '../../helpers/sync/sync-deps.ts'
import { go, snapshotOf, sync } from '../../helpers/sync/sync-run.ts'
import { undo } from '../../helpers/sync/undo.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

type Decisions = ReturnType<typeof openDecisions>

async function replaceText(
  stage: Stage,
  record: Decisions,
  { text, instead }: { text: string; instead: string },
) {
  const before = (await stage.editor.page(record.key)).content.raw
  expect(before).toContain(text)
  await record.editor({ content: before.replace(text, instead) })
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
  .extend(
    'edit',
    ({ stage, record }) =>
      (text: string, instead: string) =>
        replaceText(stage, record, { text, instead }),
  )

describe('an editor who rewrote the introduction', () => {
  test.beforeEach(({ edit }) => edit('<p>Band für das Dach.</p>', '<p>Unser bestes Band.</p>'))

  test('freezes neither price nor files, and no conflict is reported', async ({ record, content }) => {
    const datasheet = 'https://partner.example/neu.pdf'
    await record.partner({ price: '13.10', datasheet })
    expect(await record.outcome()).toMatchObject({ result: 'updated', kept: ['inner'] })
    expect(await content()).toContain('13,10')
    expect(await content()).not.toContain('12,30')
    expect(await content()).toContain('<p>Unser bestes Band.</p>')
    expect(await record.waiting()).toBeUndefined()
  })

  test('is in conflict over that paragraph alone once the partner rewrites it, and the price still follows', async ({
    record,
    content,
  }) => {
    await record.partner({ intro: 'Das Band für jedes Dach.', price: '13.10' })
    expect(await record.outcome()).toMatchObject({
      result: 'updated',
      conflicts: expect.arrayContaining(['inner']),
    })
    const parts = (await record.waiting())?.conflict?.fields.filter(({ field }) => field === 'inner')
    expect(parts).toHaveLength(1)
    expect(parts?.[0]?.base).toMatch(
      /^<!-- wp:paragraph -->\n<p>Band für das Dach\.<\/p>\n<!-- \/wp:paragraph -->$/,
    )
    expect(parts?.[0]?.theirs).toContain('Unser bestes Band.')
    expect(parts?.[0]?.ours).toContain('Das Band für jedes Dach.')
    await record.partner({ price: '14.20' })
    await record.outcome()
    expect(await content()).toContain('14,20')
    expect(await content()).toContain('Unser bestes Band.')
    expect((await record.waiting())?.conflict).toBeDefined()
  })

  test('keeps every other edit when the conflict is overwritten', async ({ record, content, edit }) => {
    await edit('</td>', ' Von Hand.</td>')
    await record.partner({ intro: 'Das Band für jedes Dach.' })
    await record.outcome()
    await record.say('overwrite')
    await record.outcome()
    expect(await content()).toContain('Das Band für jedes Dach.')
    expect(await content()).toContain(' Von Hand.</td>')
    expect(await record.waiting()).toBeUndefined()
  })

  test('loses nothing when the paragraph is edited again after the decision to overwrite it', async ({
    record,
    content,
    edit,
  }) => {
    await record.partner({ intro: 'Das Band für jedes Dach.' })
    await record.outcome()
    await record.say('overwrite')
    await edit('Unser bestes Band.', 'Unser allerbestes Band.')
    expect(await record.outcome()).toMatchObject({
      reason: expect.stringContaining('nothing was overwritten'),
    })
    expect(await content()).toContain('Unser allerbestes Band.')
  })

  test('closes the conflict by keeping it: the next change of the partner’s paragraph is one again', async ({
    record,
    content,
  }) => {
    await record.partner({ intro: 'Das Band für jedes Dach.' })
    await record.outcome()
    expect(await record.say('keep')).toMatchObject({ ok: true })
    await record.partner({ price: '13.10' })
    expect(await record.outcome()).not.toHaveProperty('conflicts')
    expect(await content()).toContain('Unser bestes Band.')
    await record.partner({ intro: 'Ein Band.' })
    expect(await record.outcome()).toMatchObject({ conflicts: expect.arrayContaining(['inner']) })
  })

  test('has the paragraph still after an undo of the new price, as an edit', async ({
    mirror,
    record,
    content,
  }) => {
    await record.partner({ price: '13.10' })
    const { run } = await sync(mirror)
    await undo(mirror, run.id)
    expect(await content()).toContain('12,30')
    expect(await content()).toContain('Unser bestes Band.')
    expect((await snapshotOf(mirror, record.key)).base.inner).toContain('Band für das Dach.')
  })

  test('who saves the page of before the new price over it gets the price again, and keeps the paragraph', async ({
    record,
    content,
  }) => {
    const before = await content()
    await record.partner({ price: '13.10' })
    await record.outcome()
    await record.editor({ content: before })
    await record.partner({ weight: '3' })
    await record.outcome()
    expect(await content()).toContain('13,10')
    expect(await content()).toContain('Unser bestes Band.')
  })
})

test('an edited row stays while the partner’s paragraphs are added and removed around it', async ({
  mirror,
  record,
  content,
  edit,
}) => {
  await edit('12,30', '11,90')
  await record.partner({ intro: '', advantages: '<p>Hält lange.</p>' })
  expect(await record.outcome()).toMatchObject({ result: 'updated', kept: ['inner'] })
  expect(await content()).toContain('11,90')
  expect(await content()).toContain('Hält lange.')
  expect(await content()).not.toContain('Band für das Dach.')
  await sync(mirror)
  expect(await record.outcome()).toBeUndefined()
  expect(go.aborted).toBe(false)
})
