import { expect } from 'vitest'
import type { PageVersion } from '../../../src/core/record/page.ts'
import { observeLinks } from '../../../src/sync/observe/observe-links.ts'
import { observePages } from '../../../src/sync/observe/observe-pages.ts'
import { ensureParents } from '../../../src/sync/parents/ensure-parents.ts'
import { findMovedPages } from '../../../src/sync/parents/find-moved.ts'
import { fingerprintPages } from '../../../src/sync/review/fingerprint-pages.ts'
import { verifyParents } from '../../../src/sync/verify/verify-parents.ts'
import type { Mirror, Stage } from '../../helpers/sync/sync-deps.ts'
import { go, plan, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'
import { recordRequests } from '../../helpers/world/record-requests.ts'

const test = withMirror({
  gtins: 2,
  async prepare(mirror) {
    await observePages(mirror, '2026-11-20-9', go)
    await sync(mirror)
  },
})

const texts =
  'author,date_gmt,modified_gmt,title.raw,excerpt.raw,content.raw,content.protected,featured_media'

/** The `_fields` of each read of pages that `read` sends. */
async function fieldsOf({ mock }: Stage, read: () => Promise<unknown>): Promise<(string | null)[]> {
  const wire = recordRequests(mock.origin)
  await read()
  wire.stop()
  return wire.sent
    .filter(({ method, path }) => method === 'GET' && path.includes('/pages'))
    .map(({ path }) => new URL(path, 'http://cms').searchParams.get('_fields'))
}

/** A run that the mirror did not write before. */
async function planAgain(mirror: Mirror) {
  const { runId } = await plan(mirror)
  const run = await mirror.runs.read(runId)
  if (run === undefined) throw new Error(`no run ${runId}`)
  return run
}

test('a run without changes reads 100 versions without revisions, and the addresses of a few pages', async ({
  stage,
  mirror,
}) => {
  await stage.redis.del(mirror.keys.knownPages)
  const { cms } = mirror
  const inThePast = (page: PageVersion): PageVersion => ({ ...page, modifiedGmt: '2026-01-01T00:00:00' })
  mirror.cms = {
    ...cms,
    async *readModified(wanted, signal) {
      for await (const part of cms.readModified(wanted, signal))
        yield { ...part, pages: part.pages.map(inThePast) }
    },
  }
  expect(
    await fieldsOf(stage, async () => {
      await observePages(mirror, '2026-11-20-9', go)
      await observeLinks(mirror, '2026-11-20-9', go)
    }),
  ).toEqual(['id,slug,status,parent,modified_gmt,content.protected,featured_media', 'id,status,link'])
})

test('the run after it reads the revisions of the pages that the mirror wrote', async ({ stage, mirror }) => {
  expect(await fieldsOf(stage, () => observePages(mirror, '2026-11-20-9', go))).toEqual([
    'id,slug,status,parent,modified_gmt,content.protected,featured_media,_links.predecessor-version,_links.version-history',
  ])
})

test('known parent pages are read without their text', async ({ stage, mirror }) => {
  const run = await planAgain(mirror)
  expect(
    await fieldsOf(stage, async () => {
      await ensureParents(mirror, ['de-de'], { runId: run.id, create: false }, go)
      await verifyParents(mirror, run, ['de-de'], go)
    }),
  ).toEqual(['id,status,link', 'id,status,link'])
})

test('a plan that waits is compared with its pages without their revisions', async ({
  stage,
  mirror,
  key,
}) => {
  await stage.mock.patchProduct(key.gtin, key.language, { item_number: 'NEU-1' })
  const { id } = await planAgain(mirror)
  const changes = await mirror.plans.read(id, [`${key.gtin}/${key.language}`])
  const planned = changes.filter((change) => change !== undefined)
  expect(await fieldsOf(stage, () => fingerprintPages(mirror, planned, go))).toEqual([
    `id,slug,status,parent,link,${texts}`,
  ])
})

test('the search for pages under another slug reads only slugs and blocks', async ({ stage, mirror }) => {
  const run = { ...(await planAgain(mirror)), kind: 'rebuild' as const }
  expect(await fieldsOf(stage, () => findMovedPages(mirror, run, go))).toEqual(['id,slug,content.raw'])
})
