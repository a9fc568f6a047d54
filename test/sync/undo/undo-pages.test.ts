import { notUndone } from '../../helpers/content/reason-of.ts'
import { describe, expect } from 'vitest'
import { withoutDigests } from '../../../src/core/merge/text-digests.ts'
import { slugOf } from '../../../src/core/record/record.ts'
import type { Stage } from '../../helpers/sync/sync-deps.ts'
import { only, snapshotOf, sync } from '../../helpers/sync/sync-run.ts'
import { undo } from '../../helpers/sync/undo.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({
  gtins: 2,
  mirror: { policy: { retireAfterMisses: 1 } },
  prepare: async (mirror) => void mirror.listed.splice(1),
})
  .extend('partner', ({ stage, key }) => {
    return (fields: Record<string, unknown>) => stage.mock.patchProduct(key.gtin, 'de-de', fields)
  })
  .extend('texts', ({ stage, key }) => async () => {
    const { title, excerpt, content, status } = await stage.editor.page(key)
    return { title, excerpt, content, status }
  })

describe('an update', () => {
  test.beforeEach(async ({ mirror }) => void (await sync(mirror)))

  test('is undone, and the next run does not write the same version again; a newer one is written', async ({
    stage,
    mirror,
    key,
    partner,
    texts,
  }) => {
    const before = await texts()
    const old = await snapshotOf(mirror, key)
    await partner({ name: 'Falsches Band', item_number: 'FALSCH-1' })
    const wrong = await sync(mirror)
    const { run, outcomes } = await undo(mirror, wrong.run.id)
    expect(run).toMatchObject({ kind: 'undo', undoes: wrong.run.id, state: 'done' })
    expect(run.counts).toMatchObject({ records: 1, undone: 1, kept: 0, failed: 0 })
    const now = await snapshotOf(mirror, key)
    expect(only(outcomes)).toEqual({
      ...key,
      result: 'undone',
      reasons: [{ code: 'undone', runId: wrong.run.id }],
      reason: expect.any(String),
      pageId: now.pageId,
      link: expect.any(String),
      fields: ['item_number', 'name'],
      at: mirror.now().toISOString(),
      before: now.digest,
      after: old.digest,
    })
    expect(await texts()).toEqual(before)

    await stage.mock.zeroStats()
    expect((await sync(mirror)).run.counts).toMatchObject({ unchanged: 1, updated: 0, held: 0 })
    expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
    await partner({ name: 'Richtiges Band', item_number: 'RICHTIG-1' })
    expect(only((await sync(mirror)).outcomes)).toMatchObject({ result: 'updated' })
    expect(await stage.editor.page(key)).toMatchObject({ title: { raw: 'Richtiges Band' } })
  })

  test('is not repeated with a new template either', async ({ stage, mirror, key, partner }) => {
    const before = await stage.editor.page(key)
    await partner({ name: 'Falsches Band' })
    const wrong = await sync(mirror)
    await undo(mirror, wrong.run.id)
    const old = mirror.renderer
    mirror.renderer = {
      ...old,
      digest: 'another template',
      render: (product, mediaOf) => {
        const rendered = old.render(product, mediaOf)
        return { ...rendered, excerpt: `${rendered.excerpt} Neu!` }
      },
    }
    expect(only((await sync(mirror)).outcomes)).toMatchObject({ fields: ['template'] })
    const page = await stage.editor.page(key)
    expect(page.title).toEqual(before.title)
    expect(page.excerpt.raw).toContain('Neu!')
    await partner({ name: 'Richtiges Band' })
    expect(only((await sync(mirror)).outcomes)).toMatchObject({ fields: ['name'] })
    expect((await stage.editor.page(key)).title.raw).toBe('Richtiges Band')
  })

  test('is left in each field that an editor changed since', async ({ stage, mirror, key, partner }) => {
    const before = await stage.editor.page(key)
    await partner({ name: 'Falsches Band', item_number: 'FALSCH-1' })
    const wrong = await sync(mirror)
    await stage.editor.edit(before.id, { title: 'Vom Redakteur' })
    const { run, outcomes } = await undo(mirror, wrong.run.id)
    expect(only(outcomes)).toMatchObject({
      result: 'undone',
      kept: ['title'],
      reasons: [
        { code: 'undone', runId: wrong.run.id },
        { code: 'undo-edited', fields: ['title'] },
      ],
    })
    expect(run).toMatchObject({ keptEdits: 1, counts: { undone: 1 } })
    const { title, content } = await stage.editor.page(key)
    expect(withoutDigests(title.raw + content.raw)).toBe(withoutDigests(`Vom Redakteur${before.content.raw}`))
    await partner({ name: 'Neues Band' })
    await sync(mirror)
    expect((await stage.editor.page(key)).title.raw).toBe('Vom Redakteur')
  })

  test('leaves an editor’s text around the block from the meantime', async ({
    stage,
    mirror,
    key,
    partner,
  }) => {
    const before = await stage.editor.page(key)
    await partner({ item_number: 'FALSCH-1' })
    const wrong = await sync(mirror)
    const { id, content } = await stage.editor.page(key)
    await stage.editor.edit(id, { content: `<p>Davor.</p>\n\n${content.raw}\n\n<p>Danach.</p>` })
    expect(only((await undo(mirror, wrong.run.id)).outcomes)).toMatchObject({ result: 'undone' })
    expect((await stage.editor.page(key)).content.raw).toBe(
      `<p>Davor.</p>\n\n${before.content.raw}\n\n<p>Danach.</p>`,
    )
  })

  test('is left, with the reason, when an editor changed all that it wrote', async ({
    stage,
    mirror,
    key,
    partner,
  }) => {
    await partner({ name: 'Falsches Band' })
    const wrong = await sync(mirror)
    const { id, content } = await stage.editor.page(key)
    const edited = content.raw.replaceAll('Falsches Band', 'Mein Band').replaceAll('</p>', ' Neu.</p>')
    await stage.editor.edit(id, { title: 'Mein Band', content: edited })
    await stage.mock.zeroStats()
    const { outcomes } = await undo(mirror, wrong.run.id)
    expect(only(outcomes)).toMatchObject({
      result: 'kept',
      reasons: notUndone({ code: 'undo-edited' }),
    })
    expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
  })

  test('is left when a later run wrote the page again', async ({ stage, mirror, key, partner }) => {
    await partner({ name: 'Falsches Band' })
    const wrong = await sync(mirror)
    await partner({ name: 'Richtiges Band' })
    const right = await sync(mirror)
    expect(only((await undo(mirror, wrong.run.id)).outcomes)).toMatchObject({
      result: 'kept',
      reasons: notUndone({ code: 'undo-written-since', runId: right.run.id }),
    })
    expect((await stage.editor.page(key)).title.raw).toBe('Richtiges Band')
  })

  test.for<[string, (stage: Stage, id: number) => Promise<unknown>, string]>([
    ['in the trash', (stage, id) => stage.editor.trash(id), 'undo-trashed'],
    ['gone', (stage, id) => stage.editor.removeForGood(id), 'undo-gone'],
  ])('is left when its page is %s', async ([_where, act, code], { stage, mirror, key, partner }) => {
    await partner({ name: 'Falsches Band' })
    const wrong = await sync(mirror)
    await act(stage, (await stage.editor.page(key)).id)
    const { outcomes, run } = await undo(mirror, wrong.run.id)
    expect(only(outcomes)).toMatchObject({ result: 'kept', reasons: notUndone({ code }) })
    expect(run.state).toBe('done')
  })

  test('is left while an editor has the page open, and undone when they have saved', async ({
    stage,
    mirror,
    key,
    partner,
  }) => {
    await partner({ item_number: 'RICHTIG-1' })
    await sync(mirror)
    const before = await stage.editor.page(key)
    await partner({ item_number: 'FALSCH-1' })
    const wrong = await sync(mirror)
    await stage.mock.edit({ do: 'autosave', page: before.id, text: 'Halber Satz.' })
    expect(only((await undo(mirror, wrong.run.id)).outcomes)).toMatchObject({
      result: 'kept',
      reasons: notUndone({ code: 'undo-open' }),
    })
    const { content } = await stage.editor.page(key)
    expect(content.raw).toContain('FALSCH-1')
    await stage.editor.edit(before.id, { content: `${content.raw}\n\n<p>Ganzer Satz.</p>` })
    expect(only((await undo(mirror, wrong.run.id)).outcomes)).toMatchObject({ result: 'undone' })
    expect((await stage.editor.page(key)).content.raw).toBe(`${before.content.raw}\n\n<p>Ganzer Satz.</p>`)
    expect((await sync(mirror)).run.counts).toMatchObject({ unchanged: 1, deferred: 0 })
  })

  test('that was undone is done again by undoing the undo', async ({ mirror, partner, texts }) => {
    await partner({ name: 'Doch richtig', item_number: 'DOCH-1' })
    const wrong = await sync(mirror)
    const after = await texts()
    const first = await undo(mirror, wrong.run.id)
    const second = await undo(mirror, first.run.id)
    expect(only(second.outcomes)).toMatchObject({ result: 'undone' })
    expect(await texts()).toEqual(after)
    expect((await sync(mirror)).run.counts).toMatchObject({ unchanged: 1 })
  })

  test('that overwrote an editor’s text restores it as that editor’s', async ({
    stage,
    mirror,
    key,
    partner,
  }) => {
    const { id } = await stage.editor.page(key)
    await stage.editor.edit(id, { title: 'Vom Redakteur' })
    mirror.policy = { ...mirror.policy, onEdit: 'overwrite' }
    await partner({ name: 'Vom Partner' })
    const wrong = await sync(mirror)
    expect((await stage.editor.page(key)).title.raw).toBe('Vom Partner')
    await undo(mirror, wrong.run.id)
    expect((await stage.editor.page(key)).title.raw).toBe('Vom Redakteur')

    mirror.policy = { ...mirror.policy, onEdit: 'keep' }
    await partner({ name: 'Noch ein Band' })
    expect(only((await sync(mirror)).outcomes)).toMatchObject({ kept: ['title'] })
    expect((await stage.editor.page(key)).title.raw).toBe('Vom Redakteur')
  })
})

test('a page that the run created becomes a draft, and stays one until the record is released', async ({
  stage,
  mirror,
  key,
}) => {
  const first = await sync(mirror)
  const { run, outcomes } = await undo(mirror, first.run.id)
  expect(only(outcomes)).toMatchObject({ result: 'undone' })
  expect(run.planned).toEqual({ create: 0, update: 0, restore: 0, retire: 1 })
  const { id } = await stage.editor.page(key)
  expect(await stage.editor.page(key)).toMatchObject({ status: 'draft', slug: slugOf(key) })
  const [pending] = await mirror.decisions.read([key])
  expect(pending).toMatchObject({ kind: 'hold', reason: `undone with run ${run.id}` })

  await stage.mock.zeroStats()
  expect((await sync(mirror)).run.counts).toMatchObject({ held: 1, restored: 0, created: 0 })
  expect((await stage.mock.stats()).cmsWrites.total).toBe(0)

  await mirror.decisions.remove([key])
  expect(only((await sync(mirror)).outcomes)).toMatchObject({ result: 'restored', pageId: id })
  expect(await stage.editor.page(key)).toMatchObject({ id, status: 'publish' })
})

test('a page that the run created and an editor changed stays', async ({ stage, mirror, key }) => {
  const first = await sync(mirror)
  const { id, content } = await stage.editor.page(key)
  await stage.editor.edit(id, { content: `${content.raw}\n\n<p>Vom Redakteur.</p>` })
  const { outcomes } = await undo(mirror, first.run.id)
  expect(only(outcomes)).toMatchObject({
    result: 'kept',
    reasons: notUndone({ code: 'undo-edited' }),
  })
  expect((await stage.editor.page(key)).status).toBe('publish')
  expect(await mirror.decisions.count()).toBe(0)
})
