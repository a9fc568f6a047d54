import { beforeEach, describe, expect, test } from 'vitest'
import { openDecisions } from '../../helpers/content/decisions.ts'
import type { Mirror } from '../../helpers/sync/sync-deps.ts'
import { beforeNext, sync } from '../../helpers/sync/sync-run.ts'
import { useStage } from '../../helpers/sync/use-stage.ts'

const stage = useStage({ gtins: 1 })
let mirror: Mirror
let record: ReturnType<typeof openDecisions>
beforeEach(async () => {
  mirror = stage.openMirror()
  record = openDecisions(stage, mirror)
  await sync(mirror)
})

describe('overwrite', () => {
  test('is carried out by the next run although the partner says nothing new, once', async () => {
    await record.conflict()
    expect(await record.say('overwrite')).toEqual({
      ok: true,
      done: expect.stringContaining(`product-mirror sync --gtin ${record.key.gtin} --language de-de`),
    })
    expect(await record.title()).toBe('Vom Redakteur')
    await stage.mock.zeroStats()
    expect(await record.outcome()).toMatchObject({
      result: 'updated',
      fields: ['decision'],
      reason: 'title of the editor overwritten, as olive decided on 2026-11-20',
    })
    expect((await stage.mock.stats()).statuses.partner).toMatchObject({ '3xx': 1 })
    expect(await record.title()).toBe('Neues Band')
    expect(await record.waiting()).toBeUndefined()
    expect((await sync(mirror)).run.counts).toMatchObject({ unchanged: 1, updated: 0 })
  })

  test('leaves other fields of the editor as they are', async () => {
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

  test('is not carried out on what the person did not see: the newer text is reported, the order is off', async () => {
    await record.conflict()
    await record.say('overwrite')
    await record.editor({ title: 'Noch einmal vom Redakteur' })
    expect(await record.outcome()).toMatchObject({
      result: 'kept',
      conflicts: ['title'],
      reason: expect.stringMatching(
        /^the page was changed after olive decided on 2026-11-20 .* nothing was overwritten/,
      ),
    })
    expect(await record.title()).toBe('Noch einmal vom Redakteur')
    const left = await record.waiting()
    expect(left?.conflict?.fields).toMatchObject([{ theirs: 'Noch einmal vom Redakteur' }])
    expect(left).not.toHaveProperty('pending')
    expect((await sync(mirror)).run.counts).toMatchObject({ unchanged: 1 })
  })

  test('does not mind what the engine rewrites of the text that the person saw', async () => {
    await record.editor({ title: 'Fugen & Bänder' })
    await record.partner({ name: 'Neues Band' })
    await record.outcome()
    await record.say('overwrite')
    await record.editor({ title: 'Fugen &amp;  B&auml;nder' })
    await record.outcome()
    expect(await record.title()).toBe('Neues Band')
  })

  test('that was written but not yet taken off the list writes nothing a second time, and goes', async () => {
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

  test('that a person replaces while a run carries it out leaves the newer word', async () => {
    await record.conflict()
    await record.say('overwrite')
    beforeNext(mirror, 'writePages', () => record.say('hold', 'nicht anfassen'))
    await record.outcome()
    expect((await record.waiting())?.pending).toMatchObject({ kind: 'hold' })
  })

  test('of a page in the trash waits until it is back', async () => {
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

  test('also resolves what only the editor changed', async () => {
    const before = await record.title()
    await record.editor({ title: 'Vom Redakteur' })
    expect(await record.say('overwrite')).toMatchObject({ ok: true })
    expect(await record.outcome()).toMatchObject({ result: 'updated' })
    expect(await record.title()).toBe(before)
  })

  test('has nothing to do on a page that says what the mirror wrote, or that is gone', async () => {
    expect(await record.say('overwrite')).toMatchObject({
      ok: false,
      code: 'nothing_to_resolve',
      reason: expect.stringMatching(/has no edits to overwrite\. Allowed now: overwrite, hold\.$/),
    })
    const { id } = await stage.editor.page(record.key)
    await stage.editor.trash(id)
    expect(await record.say('overwrite')).toMatchObject({
      reason: expect.stringContaining('is in the trash'),
    })
    await stage.editor.removeForGood(id)
    expect(await record.say('overwrite')).toMatchObject({ reason: expect.stringContaining('is gone') })
  })
})

test('release takes an order to overwrite back, and the conflict waits again', async () => {
  await record.conflict()
  await record.say('overwrite')
  expect(await record.say('release')).toMatchObject({
    done: expect.stringContaining('needs a decision again'),
  })
  expect((await sync(mirror)).run.counts).toMatchObject({ unchanged: 1 })
  expect(await record.title()).toBe('Vom Redakteur')
  expect((await record.waiting())?.conflict).toBeDefined()
})
