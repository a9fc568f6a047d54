import { expect } from 'vitest'
import { observePages } from '../../src/sync/observe/observe-pages.ts'
import { refreshResynced } from '../../src/sync/plan/refresh-resynced.ts'
import { approve, hold } from '../helpers/sync/held-plan.ts'
import { resync } from '../helpers/sync/resync.ts'
import { apply, go, sync } from '../helpers/sync/sync-run.ts'
import { withJobs } from '../helpers/sync/with-mirror.ts'

const test = withJobs({ gtins: 2, languages: 'de-de,en-gb', prepare: sync })

test('a product run that only updates the links of a page leaves its planned retirement to the approval', async ({
  stage,
  mirror,
  jobs,
}) => {
  const [first = ''] = mirror.listed
  await observePages(mirror, '2026-11-20-8', go)
  const german = await stage.editor.page({ gtin: first, language: 'de-de' })
  await stage.editor.edit(german.id, { slug: 'umgezogen' })
  await observePages(mirror, '2026-11-20-9', go)
  mirror.languages = ['de-de']
  const held = await hold(mirror)
  expect(await mirror.runs.read(held)).toMatchObject({ planned: { retire: 2 } })
  // The page in English only gets the new link to the German page, because its language is no longer requested.
  const { counts } = await resync(mirror, jobs, [first])
  expect(counts).toMatchObject({ unchanged: 1, updated: 1 })

  expect(await approve(mirror, held)).toMatchObject({ passed: true })
  await refreshResynced(mirror, { runId: held, recordIds: await mirror.plans.list(held, 'retire', 0, 100) })
  expect((await apply(mirror, held)).run.counts).toMatchObject({ retired: 2, deferred: 0 })
})
