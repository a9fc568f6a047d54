import { expect } from 'vitest'
import { readTemplates } from '../../config/templates.ts'
import { enqueueRun } from '../../jobs/control.ts'
import { laterOptions } from '../../jobs/queue/schedule.ts'
import { recordId } from '../../src/core/record/record.ts'
import { createRenderer } from '../../src/core/render/renderer.ts'
import { resync } from '../helpers/sync/resync.ts'
import { withPhotos } from '../helpers/sync/photos.ts'
import { openJobs, type Jobs } from '../helpers/sync/open-jobs.ts'
import type { Mirror, Stage } from '../helpers/sync/sync-deps.ts'
import { outcomesOf } from '../helpers/sync/sync-run.ts'
import { verify } from '../helpers/sync/verify-run.ts'
import { withJobs } from '../helpers/sync/with-mirror.ts'

const patient = { interval: 10, timeout: 60_000 }
const onSizes = { side: 'cms', method: 'POST', path: '/cms/v2/media/' } as const
const renderer = createRenderer({ ...(await readTemplates()), imagePlace: 'hero' })
const test = withJobs({
  gtins: 3,
  mirror: { renderer },
  prepare: async (mirror) => withPhotos(mirror),
})

/** Two of the three products share an image. */
const photos = 2

async function start({ deps }: Jobs, kind: 'sync' | 'rebuild' = 'sync'): Promise<string> {
  const request = { kind, trigger: 'cli', approved: true, scope: {} } as const
  const begun = await enqueueRun(deps, request)
  if (!begun.ok) throw new Error(`run ${begun.activeRunId} is active`)
  return begun.run.id
}

async function ended(mirror: Mirror, runId: string) {
  await expect.poll(() => mirror.runs.state(runId), patient).toBe('done')
  const run = await mirror.runs.read(runId)
  if (run === undefined) throw new Error(`no run ${runId}`)
  return run
}

/** Calls `act` before the next sizes are created. */
function beforeSizes(mirror: Mirror, act: () => Promise<unknown>): void {
  const { cms } = mirror
  mirror.cms = {
    ...cms,
    async createSizes(id, signal) {
      mirror.cms = cms
      await act()
      return cms.createSizes(id, signal)
    },
  }
}

async function contents({ editor }: Stage): Promise<string[]> {
  return (await editor.pages()).map(({ content }) => content.raw)
}

const sizesIn = (markup: string): string[] =>
  [...markup.matchAll(/"sizeSlug":"(\w+)"/g)].map(([, size = '']) => size)

test('pages and listings are public before the first size is created, and pages are not written again', async ({
  stage,
  mirror,
  jobs,
}) => {
  const before: { pages: Stage['gtins']; listed: string[]; state?: string | undefined } = {
    pages: [],
    listed: [],
  }
  beforeSizes(mirror, async () => {
    const pages = await stage.editor.pages()
    before.pages = pages.filter(({ slug }) => slug.startsWith('gtin-')).map(({ content }) => content.raw)
    before.listed = pages.filter(({ slug }) => slug === 'de-de').map(({ content }) => content.raw)
  })
  await jobs.start()
  const run = await ended(mirror, await start(jobs))
  expect(run).toMatchObject({ counts: { created: 3 }, media: { failed: 0 }, notes: [] })
  expect(before.pages).toHaveLength(3)
  for (const markup of before.pages) expect(sizesIn(markup)).toEqual(['full'])
  expect(sizesIn(before.listed.join())).toEqual(['full', 'full', 'full'])
  const pages = await stage.editor.pages()
  expect(pages.filter(({ slug }) => slug.startsWith('gtin-')).map(({ content }) => content.raw)).toEqual(
    before.pages,
  )
  const listing = pages.find(({ slug }) => slug === 'de-de')?.content.raw ?? ''
  expect(sizesIn(listing)).toEqual(['medium', 'medium', 'medium'])
  const { requests } = await stage.mock.stats()
  const created = Object.entries(requests.cms).filter(([route]) => route.includes('post-process'))
  expect(created.map(([, count]) => count)).toEqual([photos])
})

test('a second run writes nothing, and verify finds no drift', async ({ stage, mirror, jobs }) => {
  await jobs.start()
  await ended(mirror, await start(jobs))
  const before = await contents(stage)
  await stage.mock.zeroStats()
  const run = await ended(mirror, await start(jobs))
  expect(run.counts).toMatchObject({ unchanged: 3, updated: 0 })
  expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
  expect((await verify(mirror)).findings).toEqual([])
  expect(await contents(stage)).toEqual(before)
})

test('a later change of a product keeps the image as it is', async ({ stage, mirror, jobs, key }) => {
  await jobs.start()
  await ended(mirror, await start(jobs))
  await stage.mock.patchProduct(key.gtin, key.language, { intro: 'Neue Worte.' })
  const runId = await start(jobs)
  await ended(mirror, runId)
  expect((await outcomesOf(mirror, runId)).get(recordId(key))).toMatchObject({
    result: 'updated',
    fields: ['intro'],
  })
  expect(sizesIn((await stage.editor.page(key)).content.raw)).toEqual(['full'])
})

test('a due tick ends the step with a note, and its run creates the rest', async ({ mirror, jobs }) => {
  beforeSizes(mirror, async () => {
    await jobs.queues.runs.add('tick', {}, { ...laterOptions('tick'), delay: 1 })
  })
  await jobs.start()
  const first = await ended(mirror, await start(jobs))
  expect(first.notes).toEqual([
    { code: 'sizes-waiting', count: photos - 1, created: 1, detail: 'another run waits' },
  ])
  await expect.poll(() => mirror.wantedSizes.count(), patient).toBe(0)
  const next = (await mirror.runs.list(5)).find(({ id }) => id !== first.id)
  expect(await ended(mirror, next?.id ?? '')).toMatchObject({ trigger: 'schedule', notes: [] })
})

test('a run without changes creates the sizes that an interrupted run left', async ({ mirror, jobs }) => {
  const { cms } = mirror
  mirror.cms = { ...cms, createSizes: async () => ({ state: 'failed', reason: 'the CMS returned 500' }) }
  await jobs.start()
  const first = await ended(mirror, await start(jobs))
  expect(first).toMatchObject({
    counts: { created: 3, failed: 0 },
    notes: [{ code: 'sizes-waiting', count: photos }],
  })
  mirror.cms = cms
  const second = await ended(mirror, await start(jobs))
  expect(second).toMatchObject({ counts: { unchanged: 3 }, notes: [] })
  expect(await mirror.wantedSizes.count()).toBe(0)
})

test('a run whose writes are paused during the step ends, and the next one completes listings', async ({
  stage,
  mirror,
  jobs,
}) => {
  const since = mirror.now().getTime()
  const { cms } = mirror
  mirror.cms = {
    ...cms,
    async createSizes(id, signal) {
      const created = await cms.createSizes(id, signal)
      await mirror.writePauses.save({ until: since + 3_600_000, since, by: 'anna', reason: 'shop update' })
      return created
    },
  }
  await jobs.start()
  const first = await ended(mirror, await start(jobs))
  expect(first.notes).toMatchObject([{ code: 'sizes-waiting', count: photos - 1, created: 1 }])
  mirror.cms = cms
  await mirror.writePauses.end()
  expect(await ended(mirror, await start(jobs))).toMatchObject({ notes: [] })
  const listing = (await stage.editor.pages()).find(({ slug }) => slug === 'de-de')
  expect(sizesIn(listing?.content.raw ?? '')).toEqual(['medium', 'medium', 'medium'])
})

test('a rate limit delays the end of the run, and no size is lost', async ({ stage, mirror, jobs }) => {
  await stage.mock.faults([{ ...onSizes, kind: 'retry-after', seconds: 1, count: 1 }])
  await jobs.start()
  expect((await ended(mirror, await start(jobs))).notes).toEqual([])
  expect(await mirror.wantedSizes.count()).toBe(0)
})

test('a product run uploads its photos with their sizes', async ({ mirror, jobs, key }) => {
  const run = await resync(mirror, jobs, [key.gtin], true)
  expect(run).toMatchObject({ state: 'done', counts: { created: 1 } })
  expect(await mirror.wantedSizes.count()).toBe(0)
  const media = (await Array.fromAsync(mirror.media.scanMedia())).flat()
  expect(media.some(({ large }) => large !== undefined)).toBe(true)
})

test.for(['rebuild', 'sync'] as const)(
  'after a loss of Redis, %s and the next sync write nothing, and a change keeps the image',
  async (kind, { stage, mirror, jobs, key }) => {
    await jobs.start()
    await ended(mirror, await start(jobs))
    const before = await contents(stage)
    await stage.mock.zeroStats()
    const other = stage.openMirror({ renderer, policy: { maxUpdateShare: 1 } })
    withPhotos(other)
    const others = openJobs(stage, other)
    await others.start()
    await ended(other, await start(others, kind))
    await ended(other, await start(others))
    expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
    expect(await contents(stage)).toEqual(before)
    await stage.mock.patchProduct(key.gtin, key.language, { intro: 'Neue Worte.' })
    await ended(other, await start(others))
    const { content } = await stage.editor.page(key)
    expect([sizesIn(content.raw), content.raw.includes('Neue Worte.')]).toEqual([['full'], true])
    await others.close()
  },
)
