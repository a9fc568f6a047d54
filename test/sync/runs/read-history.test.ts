import { expect } from 'vitest'
import { sayUnknown, whyOf } from '../../../src/core/report/history.ts'
import type { RecordKey } from '../../../src/core/record/record.ts'
import { createHistory } from '../../../src/store/runs/history.ts'
import { readHistory } from '../../../src/sync/runs/read-history.ts'
import type { Mirror, Stage } from '../../helpers/sync/sync-deps.ts'
import { snapshotOf, sync } from '../../helpers/sync/sync-run.ts'
import { undo } from '../../helpers/sync/undo.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({
  gtins: 2,
  languages: 'de-de,en-gb',
  mirror: { policy: { retireAfterMisses: 1 } },
  prepare: async (mirror) => void mirror.listed.splice(1),
})

const hour = 3600 * 1000
const read = (stage: Stage, mirror: Mirror, key: RecordKey, language?: string) =>
  readHistory(
    { ...mirror, history: createHistory(stage.redis, mirror.keys) },
    key.gtin,
    language,
    mirror.now(),
  )

test('a record’s history has times, results, versions and reasons', async ({ stage, mirror, key }) => {
  await sync(mirror)
  const first = await snapshotOf(mirror, key)
  mirror.pass(hour)
  await stage.mock.patchProduct(key.gtin, 'de-de', { name: 'Neues Band' })
  const { run } = await sync(mirror)
  const second = await snapshotOf(mirror, key)
  mirror.pass(hour)
  await undo(mirror, run.id)
  mirror.pass(hour)
  await stage.mock.deleteProduct(key.gtin)
  await sync(mirror)
  mirror.pass(hour)
  await stage.mock.patchProduct(key.gtin, '*', { name: 'Wieder da' })
  await sync(mirror)
  const last = await snapshotOf(mirror, key)

  const { entries, pages } = await read(stage, mirror, key, 'de-de')
  const told = entries.map((entry) => ({ ...entry, why: whyOf(entry, undefined) }))
  const { pageId } = first
  expect(told.map(({ at, result, why, before, after }) => ({ at, result, why, before, after }))).toEqual([
    {
      at: '2026-11-20T08:00:00.000Z',
      result: 'restored',
      why: 'back at the partner',
      before: second.digest,
      after: last.digest,
    },
    {
      at: '2026-11-20T07:00:00.000Z',
      result: 'retired',
      why: 'absent at the partner',
      before: second.digest,
      after: undefined,
    },
    {
      at: '2026-11-20T06:00:00.000Z',
      result: 'undone',
      why: `what run ${run.id} did is undone`,
      before: second.digest,
      after: first.digest,
    },
    {
      at: '2026-11-20T05:00:00.000Z',
      result: 'updated',
      why: 'the partner changed it',
      before: first.digest,
      after: second.digest,
    },
    {
      at: '2026-11-20T04:00:00.000Z',
      result: 'created',
      why: 'new at the partner',
      before: undefined,
      after: first.digest,
    },
  ])
  expect(told.find(({ result }) => result === 'updated')).toMatchObject({
    fields: ['name'],
    pageId,
    runId: run.id,
  })
  expect(pages).toEqual([
    { ...key, pageId, state: 'mirrored', digest: last.digest, runId: last.runId, writtenAt: last.writtenAt },
  ])
})

test('a template change is shown as the cause and changes no version', async ({ stage, mirror, key }) => {
  await sync(mirror)
  const old = mirror.renderer
  mirror.renderer = {
    ...old,
    digest: 'another template',
    render: (product, mediaOf) => ({ ...old.render(product, mediaOf), title: `${product.name}!` }),
  }
  mirror.pass(hour)
  await sync(mirror)
  const [entry] = (await read(stage, mirror, key, 'de-de')).entries
  expect(entry).toMatchObject({ result: 'updated', fields: ['template'] })
  expect(entry).not.toHaveProperty('after')
  expect(entry && whyOf(entry, undefined)).toBe('the template or the labels changed')
})

test('the history without a language covers every language', async ({ stage, mirror, key }) => {
  await sync(mirror)
  const { entries, pages } = await read(stage, mirror, key)
  expect(entries.map(({ language }) => language).toSorted()).toEqual(['de-de', 'en-gb'])
  expect(pages.map(({ language }) => language)).toEqual(['de-de', 'en-gb'])
})

test('the history of a record without a page shows why it was refused', async ({ stage, mirror, key }) => {
  await stage.mock.faults([{ side: 'partner', path: `/product/${key.gtin}`, kind: 'status', status: 500 }])
  await sync(mirror)
  const known = await read(stage, mirror, key)
  expect(known.pages).toEqual([])
  expect(known.entries.map(({ result }) => result)).toEqual(['failed', 'failed'])
  expect(sayUnknown(known, key.gtin, undefined)).toBeUndefined()
})

test('an unknown product is reported with the known languages', async ({ stage, mirror, key }) => {
  await sync(mirror)
  key = { ...key, gtin: '4012345000009' }
  expect(sayUnknown(await read(stage, mirror, key, 'fr-fr'), key.gtin, 'fr-fr')).toBe(
    'Nothing is known about product 4012345000009 in fr-fr: it has no page, and no run in the last 90 days processed it. Products have pages in de-de, en-gb. Is it in the catalogue?',
  )
})
