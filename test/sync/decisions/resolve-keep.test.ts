import { beforeEach, describe, expect, test } from 'vitest'
import { resolveRecord } from '../../../src/sync/decisions/resolve-record.ts'
import { openDecisions } from '../../helpers/content/decisions.ts'
import type { Mirror } from '../../helpers/sync/sync-deps.ts'
import { go, snapshotOf, sync } from '../../helpers/sync/sync-run.ts'
import { useStage } from '../../helpers/sync/use-stage.ts'

const stage = useStage({ gtins: 1 })
let mirror: Mirror
let record: ReturnType<typeof openDecisions>
beforeEach(async () => {
  mirror = stage.openMirror()
  record = openDecisions(stage, mirror)
  await sync(mirror)
})

test('a conflict is kept with all three texts', async () => {
  const { title: base } = (await snapshotOf(mirror, record.key)).base
  const met = await record.conflict()
  const { id, link } = { ...(await stage.editor.page(record.key)), link: met?.link }
  expect(met).toMatchObject({
    result: 'kept',
    conflicts: ['title'],
    reason: `editor and partner both changed title: the editor’s stays. Resolve it: product-mirror resolve ${record.key.gtin} de-de keep|overwrite|hold`,
  })
  expect((await record.waiting())?.conflict).toMatchObject({
    pageId: id,
    link,
    at: '2026-11-20T04:00:00.000Z',
    fields: [{ field: 'title', base, theirs: 'Vom Redakteur', ours: 'Neues Band' }],
  })
})

test('a newer conflict takes its place, and one that is over is gone', async () => {
  await record.conflict()
  await record.partner({ name: 'Noch ein Band' })
  await record.outcome()
  expect((await record.waiting())?.conflict?.fields).toMatchObject([
    { theirs: 'Vom Redakteur', ours: 'Noch ein Band' },
  ])
  await record.editor({ title: 'Noch ein Band' })
  await record.partner({ item_number: 'NEU-1' })
  expect(await record.outcome()).not.toHaveProperty('conflicts')
  expect(await record.waiting()).toBeUndefined()
})

test('a conflict in the block is kept beside what is written, until the policy is to overwrite', async () => {
  const page = await stage.editor.page(record.key)
  await record.editor({ content: page.content.raw.replace('</p>', ' Von Hand.</p>') })
  await record.partner({ item_number: 'NEU-1', name: 'Neues Band' })
  expect(await record.outcome()).toMatchObject({ result: 'updated', kept: ['inner'], conflicts: ['inner'] })
  const [field] = (await record.waiting())?.conflict?.fields ?? []
  expect(field?.theirs).toContain('Von Hand.')
  expect(field?.ours).toContain('NEU-1')
  expect(field?.base).not.toContain('NEU-1')

  mirror.policy = { ...mirror.policy, onEdit: 'overwrite' }
  await record.partner({ item_number: 'NEU-2' })
  expect(await record.outcome()).not.toHaveProperty('conflicts')
  expect(await record.waiting()).toBeUndefined()
})

describe('keep', () => {
  test('closes the conflict: the editor’s text stays, the same text of the partner is none again, the next one is', async () => {
    await record.conflict()
    expect(await record.say('keep')).toEqual({
      ok: true,
      done: expect.stringContaining('stays as the editor wrote it'),
    })
    expect(await record.waiting()).toBeUndefined()
    await record.partner({ item_number: 'NEU-1' })
    expect(await record.outcome()).toMatchObject({ result: 'updated', kept: ['title'] })
    expect(await record.waiting()).toBeUndefined()
    expect(await record.title()).toBe('Vom Redakteur')
    await record.partner({ name: 'Noch ein Band' })
    expect(await record.outcome()).toMatchObject({ conflicts: ['title'] })
    expect((await record.waiting())?.conflict?.fields).toMatchObject([
      { base: 'Neues Band', ours: 'Noch ein Band' },
    ])
  })

  test('takes an image for what it is', async () => {
    const image = await stage.editor.create({ title: 'x' }).then(({ id }) => id)
    const before = await snapshotOf(mirror, record.key)
    const fields = [{ field: 'featuredMedia' as const, base: '0', theirs: '8', ours: String(image) }]
    await mirror.conflicts.save([
      { key: record.key, value: { pageId: before.pageId, link: 'x', runId: before.runId, at: 'x', fields } },
    ])
    await record.say('keep')
    expect((await snapshotOf(mirror, record.key)).base.featuredMedia).toBe(image)
  })

  test('is not done on the ground of a snapshot that a run has replaced meanwhile', async () => {
    await record.conflict()
    const { snapshots } = mirror
    const slow: Mirror = {
      ...mirror,
      snapshots: {
        ...snapshots,
        async replace(...args) {
          await record.partner({ name: 'Noch ein Band' })
          await record.outcome()
          return snapshots.replace(...args)
        },
      },
    }
    const resolution = await resolveRecord(slow, record.key, { choice: 'keep', by: 'olive' }, go)
    expect(resolution).toMatchObject({ ok: false, reason: expect.stringContaining('has just written') })
    expect((await record.waiting())?.conflict?.fields).toMatchObject([{ ours: 'Noch ein Band' }])
  })
})

test('a conflict of a record that is retired is dropped', async () => {
  await record.conflict()
  mirror.listed = []
  expect(await record.outcome()).toMatchObject({ result: 'retired' })
  expect(await record.waiting()).toBeUndefined()
})
