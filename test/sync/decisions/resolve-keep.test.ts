import { describe, expect } from 'vitest'
import { resolveRecord } from '../../../src/sync/decisions/resolve-record.ts'
import type { Mirror } from '../../helpers/sync/sync-deps.ts'
import { go, snapshotOf } from '../../helpers/sync/sync-run.ts'
import { withRecord } from '../../helpers/sync/with-mirror.ts'

const test = withRecord()

test('a conflict is stored with all three versions', async ({ stage, mirror, record }) => {
  const { title: base } = (await snapshotOf(mirror, record.key)).base
  const met = await record.conflict()
  const { id, link } = { ...(await stage.editor.page(record.key)), link: met?.link }
  // The name is also in the JSON-LD, which no editor changed.
  expect(met).toMatchObject({
    result: 'updated',
    conflicts: ['title'],
    reasons: [{ code: 'conflict', fields: ['title'] }],
  })
  expect((await record.waiting())?.conflict).toMatchObject({
    pageId: id,
    link,
    at: '2026-11-20T04:00:00.000Z',
    fields: [{ field: 'title', base, theirs: 'Vom Redakteur', ours: 'Neues Band' }],
  })
})

test('a newer conflict replaces the older one, and it is removed once the versions agree', async ({
  record,
}) => {
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

test('a conflict in one row of the block stays while other fields are written, until the policy is to overwrite', async ({
  stage,
  mirror,
  record,
}) => {
  const page = await stage.editor.page(record.key)
  await record.editor({
    content: page.content.raw.replace(/(?<=Artikelnummer<\/th><td>[^<]*)<\/td>/, ' Von Hand.</td>'),
  })
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
  test('closes the conflict: the same partner text causes no new conflict, another text does', async ({
    record,
  }) => {
    await record.conflict()
    expect(await record.say('keep')).toEqual({
      ok: true,
      effect: { code: 'kept', fields: ['title'], link: expect.any(String) },
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

  test('keeps an editor’s featured image', async ({ stage, mirror, record }) => {
    const image = await stage.editor.create({ title: 'x' }).then(({ id }) => id)
    const before = await snapshotOf(mirror, record.key)
    const fields = [{ field: 'featuredMedia' as const, base: '0', theirs: '8', ours: String(image) }]
    await mirror.conflicts.save([
      { key: record.key, value: { pageId: before.pageId, link: 'x', runId: before.runId, at: 'x', fields } },
    ])
    await record.say('keep')
    expect((await snapshotOf(mirror, record.key)).base.featuredMedia).toBe(image)
  })

  test('is refused when a run has replaced the snapshot in the meantime', async ({ mirror, record }) => {
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
    expect(resolution).toMatchObject({ ok: false, obstacle: { code: 'just-written' } })
    expect((await record.waiting())?.conflict?.fields).toMatchObject([{ ours: 'Noch ein Band' }])
  })
})

test('the conflict of a retired record is dropped', async ({ mirror, record }) => {
  await record.conflict()
  mirror.listed = []
  expect(await record.outcome()).toMatchObject({ result: 'retired' })
  expect(await record.waiting()).toBeUndefined()
})
