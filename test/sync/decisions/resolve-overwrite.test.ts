import { describe, expect } from 'vitest'
import { beforeNext, sync } from '../../helpers/sync/sync-run.ts'
import { withRecord } from '../../helpers/sync/with-mirror.ts'

const test = withRecord()

describe('overwrite', () => {
  test('is carried out once, by the next run, although the partner sends nothing new', async ({
    stage,
    mirror,
    record,
  }) => {
    await record.conflict()
    expect(await record.say('overwrite')).toEqual({
      ok: true,
      effect: { code: 'overwrites', fields: ['title'] },
    })
    expect(await record.title()).toBe('Vom Redakteur')
    await stage.mock.zeroStats()
    expect(await record.outcome()).toMatchObject({
      result: 'updated',
      fields: ['decision'],
      reasons: [{ code: 'overwritten', fields: ['title'], by: 'olive' }],
    })
    expect((await stage.mock.stats()).statuses.partner).toMatchObject({ '3xx': 1 })
    expect(await record.title()).toBe('Neues Band')
    expect(await record.waiting()).toBeUndefined()
    expect((await sync(mirror)).run.counts).toMatchObject({ unchanged: 1, updated: 0 })
  })

  test('leaves the editor’s other fields unchanged', async ({ stage, record }) => {
    await record.editor({ title: 'Vom Redakteur', excerpt: 'Kurz gesagt.' })
    await record.partner({ name: 'Neues Band' })
    await record.outcome()
    await record.say('overwrite')
    expect(await record.outcome()).toMatchObject({ result: 'updated', kept: ['excerpt'] })
    expect(await stage.editor.page(record.key)).toMatchObject({
      title: { raw: 'Neues Band' },
      excerpt: { raw: 'Kurz gesagt.' },
    })
  })

  test('is cancelled when the page changed since: the newer text is reported as a conflict', async ({
    mirror,
    record,
  }) => {
    await record.conflict()
    await record.say('overwrite')
    await record.editor({ title: 'Noch einmal vom Redakteur' })
    expect(await record.outcome()).toMatchObject({
      result: 'kept',
      conflicts: ['title'],
      reasons: [
        { code: 'overwrite-outdated', by: 'olive' },
        { code: 'conflict', fields: ['title'] },
      ],
    })
    expect(await record.title()).toBe('Noch einmal vom Redakteur')
    const left = await record.waiting()
    expect(left?.conflict?.fields).toMatchObject([{ theirs: 'Noch einmal vom Redakteur' }])
    expect(left).not.toHaveProperty('pending')
    expect((await sync(mirror)).run.counts).toMatchObject({ unchanged: 1 })
  })

  test('ignores the CMS’s reformatting of the text that the operator saw', async ({ record }) => {
    await record.editor({ title: 'Fugen & Bänder' })
    await record.partner({ name: 'Neues Band' })
    await record.outcome()
    await record.say('overwrite')
    await record.editor({ title: 'Fugen &amp;  B&auml;nder' })
    await record.outcome()
    expect(await record.title()).toBe('Neues Band')
  })

  test('that was written but not yet removed writes nothing again and is removed', async ({
    stage,
    mirror,
    record,
  }) => {
    await record.conflict()
    await record.say('overwrite')
    const [pending] = await mirror.decisions.read([record.key])
    await record.outcome()
    if (pending) await mirror.decisions.save([{ key: record.key, value: pending }])
    await stage.mock.zeroStats()
    expect(await record.outcome()).toMatchObject({ result: 'unchanged' })
    expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
    expect(await record.waiting()).toBeUndefined()
  })

  test('that is replaced while a run carries it out leaves the newer decision', async ({
    mirror,
    record,
  }) => {
    await record.conflict()
    await record.say('overwrite')
    beforeNext(mirror, 'writePages', () => record.say('hold', 'nicht anfassen'))
    await record.outcome()
    expect((await record.waiting())?.pending).toMatchObject({ kind: 'hold' })
  })

  test('of a page in the trash waits until the page is restored', async ({ stage, record }) => {
    await record.conflict()
    await record.say('overwrite')
    const { id } = await stage.editor.page(record.key)
    await stage.editor.trash(id)
    expect(await record.outcome()).toMatchObject({ result: 'kept' })
    expect((await record.waiting())?.pending).toMatchObject({ kind: 'overwrite' })
    await stage.editor.edit(id, { status: 'publish' })
    await record.outcome()
    expect((await stage.editor.page(record.key)).title.raw).toBe('Neues Band')
  })

  test('also resolves a field that only the editor changed', async ({ record }) => {
    const before = await record.title()
    await record.editor({ title: 'Vom Redakteur' })
    expect(await record.say('overwrite')).toMatchObject({ ok: true })
    expect(await record.outcome()).toMatchObject({ result: 'updated' })
    expect(await record.title()).toBe(before)
  })

  test('is refused for a page without edits and for a page that is gone', async ({ stage, record }) => {
    expect(await record.say('overwrite')).toMatchObject({
      ok: false,
      code: 'nothing_to_resolve',
      obstacle: { code: 'no-edits' },
      allowed: ['overwrite', 'hold'],
    })
    const { id } = await stage.editor.page(record.key)
    await stage.editor.trash(id)
    expect(await record.say('overwrite')).toMatchObject({
      obstacle: { code: 'trashed', pageId: id },
    })
    await stage.editor.removeForGood(id)
    expect(await record.say('overwrite')).toMatchObject({ obstacle: { code: 'gone', pageId: id } })
  })
})

test('release cancels a decision to overwrite, and the conflict waits again', async ({ mirror, record }) => {
  await record.conflict()
  await record.say('overwrite')
  expect(await record.say('release')).toMatchObject({
    effect: { code: 'cancelled', decision: 'overwrite' },
  })
  expect((await sync(mirror)).run.counts).toMatchObject({ unchanged: 1 })
  expect(await record.title()).toBe('Vom Redakteur')
  expect((await record.waiting())?.conflict).toBeDefined()
})
