import { expect } from 'vitest'
import { recordId, slugOf, type RecordKey } from '../../../src/core/record/record.ts'
import { fileKey } from '../../../src/core/text/signed-url.ts'
import { stateOf } from '../../../src/core/report/record-state.ts'
import { readFacts } from '../../../src/sync/decisions/read-facts.ts'
import { observePages } from '../../../src/sync/observe/observe-pages.ts'
import { recheckAssets } from '../../../src/sync/plan/recheck-assets.ts'
import { listOutdated } from '../../../src/sync/plan/list-outdated.ts'
import type { Mirror, Stage } from '../../helpers/sync/sync-deps.ts'
import { beforeNext, go, only, sync } from '../../helpers/sync/sync-run.ts'
import { verify } from '../../helpers/sync/verify-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({ gtins: 1, languages: 'de-de,en-gb' })

/** Whether every file that a page shows can be opened, and its featured image exists. */
async function faultsOf(stage: Stage, key: RecordKey): Promise<string[]> {
  const { content, featured_media: image } = await stage.editor.page(key)
  const addresses = [...content.raw.matchAll(/(?:href|src)="([^"]+\/uploads\/[^"]+)"/g)].map(
    ([, url = '']) => url,
  )
  const faults: string[] = []
  for (const url of addresses) {
    const { status } = await fetch(url)
    if (status !== 200) faults.push(`${url}: ${status}`)
  }
  const ids = (await stage.editor.media()).map(({ id }) => id)
  if (!ids.includes(image)) faults.push(`featured media ${image}`)
  if (!addresses.some((url) => url.endsWith('.pdf'))) faults.push('no document')
  return faults
}

async function deleteFiles(stage: Stage, mirror: Mirror): Promise<void> {
  for await (const files of mirror.media.scanMedia())
    for (const { id } of files) await stage.editor.removeMedia(id)
}

async function recheckAll(mirror: Mirror): Promise<void> {
  const { found } = await mirror.media.walkAssets('0', 1000)
  await recheckAssets(
    mirror,
    found.map(({ url }) => url),
    go,
  )
}

test('PR-14: files that were deleted from the media library are uploaded again, and their pages repaired', async ({
  stage,
  mirror,
  key,
}) => {
  await sync(mirror, { media: true })
  await deleteFiles(stage, mirror)
  expect(await faultsOf(stage, key)).not.toEqual([])
  await recheckAll(mirror)
  const { run, outcomes } = await sync(mirror, { media: true })
  expect(run.counts).toMatchObject({ updated: 2, failed: 0 })
  expect(outcomes.get(recordId(key))).toMatchObject({ result: 'updated', fields: ['file'] })
  expect(await faultsOf(stage, key)).toEqual([])
  expect(await mirror.conflicts.count()).toBe(0)
  expect((await sync(mirror, { media: true })).run.counts).toMatchObject({ updated: 0 })
})

test('a page that shows a deleted file is not up to date, with the reason, until it is repaired', async ({
  stage,
  mirror,
  key,
}) => {
  const { run } = await sync(mirror, { media: true })
  await deleteFiles(stage, mirror)
  await recheckAll(mirror)
  await listOutdated(mirror, run)
  const [facts = {}] = await readFacts(mirror, [key])
  expect(stateOf(facts)).toBe('update-pending')
  await sync(mirror, { media: true })
  const [repaired = {}] = await readFacts(mirror, [key])
  expect(stateOf(repaired)).toBe('up-to-date')
})

test('an unreadable list of outdated files is replaced when another file of the page is lost', async ({
  stage,
  mirror,
  key,
}) => {
  const { run } = await sync(mirror, { media: true })
  await deleteFiles(stage, mirror)
  await recheckAll(mirror)
  await stage.redis.hset(mirror.keys.outdatedFiles, recordId(key), '{"broken":')
  await listOutdated(mirror, run)
  const [snapshot] = await mirror.snapshots.read([key])
  const [listed] = await mirror.outdatedFiles.read([key])
  expect(listed?.urls).toContain(fileKey(snapshot?.product.image ?? ''))
})

test('PR-14: a new page of a product whose files were deleted gets them, and the other page is marked', async ({
  stage,
  mirror,
  key,
}) => {
  mirror.languages = ['de-de']
  await sync(mirror, { media: true })
  await deleteFiles(stage, mirror)
  mirror.languages = 'all'
  const { run } = await sync(mirror, { media: true })
  expect(run.counts).toMatchObject({ created: 1, failed: 0 })
  expect(await faultsOf(stage, { ...key, language: 'en-gb' })).toEqual([])
  // Its own documents are found by the next check of known files.
  await recheckAll(mirror)
  await sync(mirror, { media: true })
  expect(await faultsOf(stage, key)).toEqual([])
})

test.for(['create', 'update'] as const)(
  'an image that is deleted right before the %s of its page is uploaded again in the same run',
  async (kind, { stage, mirror, key }) => {
    mirror.languages = ['de-de']
    if (kind === 'update') {
      await sync(mirror, { media: true })
      await stage.mock.patchProduct(key.gtin, key.language, {
        name: 'Anders',
        image: `${(await mirror.snapshots.read([key]))[0]?.product.image}?v=2`,
      })
    }
    beforeNext(mirror, 'writePages', () => deleteFiles(stage, mirror))
    const { run, outcomes } = await sync(mirror, { media: true })
    expect(run.counts).toMatchObject({ failed: 0 })
    expect(only(outcomes)).toMatchObject({ result: expect.stringMatching(/^(created|updated)$/) })
    const { featured_media: image } = await stage.editor.page(key)
    expect((await stage.editor.media()).map(({ id }) => id)).toContain(image)
  },
)

test.for(['create', 'update'] as const)(
  'an image that two pages of one batch share and an editor deletes right before their %s is uploaded again once',
  async (kind, { stage, mirror, key }) => {
    if (kind === 'update') {
      await sync(mirror, { media: true })
      await stage.mock.patchProduct(key.gtin, '*', { name: 'Anders' })
    }
    beforeNext(mirror, 'writePages', () => deleteFiles(stage, mirror))
    const { run, outcomes } = await sync(mirror, { media: true })
    expect([...outcomes.values()].map(({ result }) => result)).toEqual([`${kind}d`, `${kind}d`])
    expect(run.counts).toMatchObject({ failed: 0 })
    const shown = [key, { ...key, language: 'en-gb' }].map(
      async (one) => (await stage.editor.page(one)).featured_media,
    )
    const [image, other] = await Promise.all(shown)
    expect(other).toBe(image)
    expect((await stage.editor.media()).map(({ id }) => id)).toContain(image)
  },
)

test('an image that an editor removed from a page stays removed if its file is deleted after a run', async ({
  stage,
  mirror,
  key,
}) => {
  mirror.languages = ['de-de']
  await sync(mirror, { media: true })
  await observePages(mirror, '2026-11-20-8', go)
  const { id } = await stage.editor.page(key)
  await stage.editor.edit(id, { featured_media: 0 })
  await observePages(mirror, '2026-11-20-9', go)
  await deleteFiles(stage, mirror)
  await observePages(mirror, '2026-11-20-10', go)
  await stage.mock.patchProduct(key.gtin, key.language, { name: 'Anders' })
  const { outcomes } = await sync(mirror, { media: true })
  expect(only(outcomes)).toMatchObject({ result: 'updated', kept: ['featuredMedia'] })
  expect((await stage.editor.page(key)).featured_media).toBe(0)
})

test('a page whose image was deleted from the media library does not count as edited', async ({
  stage,
  mirror,
  key,
}) => {
  mirror.languages = ['de-de']
  await sync(mirror, { media: true })
  await observePages(mirror, '2026-11-20-8', go)
  const { id } = await stage.editor.page(key)
  await deleteFiles(stage, mirror)
  await stage.editor.edit(id, { title: 'Von Hand' })
  await observePages(mirror, '2026-11-20-9', go)
  expect(await mirror.pageStates.read([key])).toMatchObject([{ state: 'edited', edited: ['title'] }])
  await stage.mock.patchProduct(key.gtin, key.language, { intro: 'Anders' })
  expect(only((await sync(mirror, { media: true })).outcomes)).toMatchObject({ kept: ['title'] })
  expect((await stage.editor.page(key)).featured_media).not.toBe(0)
})

test('a held page whose image was deleted does not count as edited, although another of its files changes later', async ({
  stage,
  mirror,
  key,
}) => {
  await sync(mirror, { media: true })
  await mirror.decisions.save([
    { key, value: { at: '2026-11-20T05:00:00.000Z', by: 'anna', kind: 'hold', reason: 'wird geprüft' } },
  ])
  await deleteFiles(stage, mirror)
  await recheckAll(mirror)
  const { run, outcomes } = await sync(mirror, { media: true })
  expect(outcomes.get(recordId(key))).toMatchObject({ result: 'held' })
  const [snapshot] = await mirror.snapshots.read([key])
  const { image = '', datasheet = '' } = snapshot?.product ?? {}
  await mirror.media.markChanged(fileKey(datasheet), 'a'.repeat(64))
  await listOutdated(mirror, run)
  expect((await mirror.outdatedFiles.read([key]))[0]?.urls).toEqual(
    expect.arrayContaining([fileKey(image), fileKey(datasheet)]),
  )
  expect((await verify(mirror)).findings.map(({ kind }) => kind)).not.toContain('edited')
})

test('an image that an editor removed from a page stays removed', async ({ stage, mirror, key }) => {
  mirror.languages = ['de-de']
  await sync(mirror, { media: true })
  const { id } = await stage.editor.page(key)
  await stage.editor.edit(id, { featured_media: 0 })
  await stage.mock.patchProduct(key.gtin, key.language, { name: 'Anders' })
  const { outcomes } = await sync(mirror, { media: true })
  expect(only(outcomes)).toMatchObject({ result: 'updated', kept: ['featuredMedia'] })
  expect((await stage.editor.page(key)).featured_media).toBe(0)
})

test('a site that moves its uploads gets the new addresses without a decision', async ({
  stage,
  mirror,
  key,
}) => {
  mirror.languages = ['de-de']
  await sync(mirror, { media: true })
  const { cms } = mirror
  const moved = (url: string): string => url.replace('/uploads/', '/uploads/./')
  mirror.cms = {
    ...cms,
    async checkMedia(ids, signal) {
      const checks = new Map(await cms.checkMedia(ids, signal))
      for (const [id, check] of checks) {
        if (check.state !== 'usable') continue
        const { large, ...media } = check.media
        const shown = { ...media, url: moved(media.url) }
        checks.set(id, {
          state: 'usable',
          media: large === undefined ? shown : { ...shown, large: { ...large, url: moved(large.url) } },
        })
      }
      return checks
    },
  }
  await recheckAll(mirror)
  const { run } = await sync(mirror, { media: true })
  expect(run.counts).toMatchObject({ updated: 1, failed: 0 })
  expect(await mirror.conflicts.count()).toBe(0)
  expect((await stage.editor.page(key)).content.raw).not.toContain('/uploads/2')
})

test('verify reports the pages with deleted files, and the next sync repairs them', async ({
  stage,
  mirror,
  key,
}) => {
  await sync(mirror, { media: true })
  expect((await verify(mirror)).findings).toEqual([])
  await deleteFiles(stage, mirror)
  const { findings } = await verify(mirror)
  expect(findings.map(({ kind }) => kind)).toEqual(['file', 'file'])
  expect(findings[0]?.reason).toMatchObject({ code: 'files-deleted', count: expect.any(Number) })
  expect((await verify(mirror)).findings).toHaveLength(2)
  await sync(mirror, { media: true })
  expect(await faultsOf(stage, key)).toEqual([])
  expect((await verify(mirror)).findings).toEqual([])
})

test('verify --repair uploads deleted files again and repairs the pages', async ({ stage, mirror, key }) => {
  await sync(mirror, { media: true })
  await deleteFiles(stage, mirror)
  const { findings } = await verify(mirror, { repair: true })
  expect(findings.map(({ kind, repaired }) => [kind, repaired])).toEqual([
    ['file', { code: 'uploaded' }],
    ['file', { code: 'uploaded' }],
  ])
  expect(await faultsOf(stage, key)).toEqual([])
})

test('an adopted page without an image gets none when the file of its product is deleted', async ({
  stage,
  mirror,
  key,
}) => {
  mirror.languages = ['de-de']
  mirror.policy = { ...mirror.policy, onSlugTaken: 'adopt' }
  const { id } = await stage.editor.create({
    slug: slugOf(key),
    title: 'Von Hand',
    content: '<p>Von Hand</p>',
  })
  await sync(mirror, { media: true })
  await deleteFiles(stage, mirror)
  await stage.mock.patchProduct(key.gtin, key.language, { name: 'Anders' })
  await sync(mirror, { media: true })
  const page = await stage.editor.page(key)
  expect(page).toMatchObject({ id, featured_media: 0 })
})
