import { expect } from 'vitest'
import { slugOf } from '../../../src/core/record/record.ts'
import { observePages } from '../../../src/sync/observe/observe-pages.ts'
import { lookUpCreates } from '../../../src/sync/review/look-up-creates.ts'
import type { Mirror, Stage } from '../../helpers/sync/sync-deps.ts'
import { apply, go, outcomesOf, plan } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const languages = ['de-de', 'en-gb', 'fr-fr', 'it-it']
const test = withMirror({ gtins: 3, languages: languages.join() })

/** The requests of the lookup of a run's planned creates. */
async function requestsFor({ mock }: Stage, mirror: Mirror, runId: string): Promise<number> {
  await mock.zeroStats()
  await lookUpCreates(mirror, { id: runId, kind: 'sync' }, go)
  return (await mock.stats()).totals.cms
}

test('one list of slugs replaces the lookups in a CMS with few pages', async ({ stage, mirror }) => {
  await observePages(mirror, '2026-11-20-9', go)
  const { runId } = await plan(mirror)
  expect(await requestsFor(stage, mirror, runId)).toBe(1)
})

test('each language is looked up in a CMS with many pages, or with an unknown number', async ({
  stage,
  mirror,
}) => {
  await observePages(mirror, '2026-11-20-9', go)
  const { runId } = await plan(mirror)
  const cursor = await mirror.observed.readCursor()
  if (cursor === undefined) throw new Error('no cursor')
  await mirror.observed.saveCursor({ ...cursor, total: 301 }, cursor.since)
  expect(await requestsFor(stage, mirror, runId)).toBe(languages.length)
  await stage.redis.del(mirror.keys.cmsCursor)
  expect(await requestsFor(stage, mirror, runId)).toBe(languages.length)
})

test('the page of a listed slug is looked up, even in the trash, and a run does not create it again', async ({
  stage,
  mirror,
  key,
}) => {
  const other = { ...key, language: 'en-gb' }
  await stage.editor.create({ slug: slugOf(key), title: 'Von Hand', status: 'publish' })
  const { id } = await stage.editor.create({ slug: slugOf(other), title: 'Von Hand', status: 'publish' })
  await stage.editor.trash(id)
  await observePages(mirror, '2026-11-20-9', go)
  const { runId } = await plan(mirror)
  expect(await requestsFor(stage, mirror, runId)).toBe(3)
  await apply(mirror, runId)
  const found = await outcomesOf(mirror, runId)
  expect(found.get(`${key.gtin}/de-de`)).toMatchObject({ result: 'failed' })
})
