import { expect } from 'vitest'
import { createCms } from '../../../src/cms/cms.ts'
import { mediaSlug } from '../../../src/core/record/media.ts'
import { uploadMedia } from '../../../src/sync/media/upload-media.ts'
import { openGate } from '../../helpers/sync/gate.ts'
import { startMock } from '../../helpers/world/mock-server.ts'
import { tidyMedia } from '../../../src/sync/finish/trash-unused-media.ts'
import { drawPng } from '../../helpers/content/files.ts'
import { apply, go, plan, sync } from '../../helpers/sync/sync-run.ts'
import type { Mirror } from '../../helpers/sync/sync-deps.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({
  gtins: 2,
  mediaTrash: 'on',
  mirror: { policy: { mediaCleanup: 'trash', maxUpdateShare: 1 } },
})

/** A whole run with its end. */
async function fullRun(mirror: Mirror) {
  const { runId } = await plan(mirror)
  await apply(mirror, runId, { media: true })
  return endOf(mirror, runId)
}

async function endOf(mirror: Mirror, runId: string) {
  const run = await mirror.runs.read(runId)
  if (run === undefined) throw new Error(`no run ${runId}`)
  await tidyMedia(mirror, run, go)
  return mirror.runs.read(runId)
}

/** Replaces the datasheet of the first product and returns the attachment that no page shows any more. */
async function replaceDatasheet(mirror: Mirror, gtin: string, patch: () => Promise<unknown>) {
  await fullRun(mirror)
  const key = { gtin, language: 'de-de' }
  const [snapshot] = await mirror.snapshots.read([key])
  const [known] = await mirror.media.assets([snapshot?.product.datasheet ?? ''])
  const [media] = await mirror.media.media([known?.sha256 ?? ''])
  if (media === undefined) throw new Error('no datasheet')
  await patch()
  await fullRun(mirror)
  expect([...(await mirror.unusedMedia.all()).keys()]).toContain(media.sha256)
  return media
}

test('a file is moved to the trash only by a run after the one that found it unused', async ({
  stage,
  mirror,
}) => {
  const [gtin = ''] = stage.gtins
  const media = await replaceDatasheet(mirror, gtin, () =>
    stage.mock.patchProduct(gtin, 'de-de', { intro: 'Anders.' }),
  )
  expect((await stage.editor.media()).map(({ id }) => id)).toContain(media.id)
  const run = await fullRun(mirror)
  expect(run?.notes.map(({ code }) => code)).toContain('media-trashed')
  expect((await stage.editor.media()).map(({ id }) => id)).not.toContain(media.id)
  expect(await mirror.unusedMedia.count()).toBe(0)
})

test('a file that an editor links, shows or attaches stays', async ({ stage, mirror }) => {
  const [gtin = ''] = stage.gtins
  const media = await replaceDatasheet(mirror, gtin, () =>
    stage.mock.patchProduct(gtin, 'de-de', { intro: 'Anders.' }),
  )
  await stage.editor.create({
    title: 'Ours',
    status: 'draft',
    content: `<p><a href="${media.url}">x</a></p>`,
  })
  await fullRun(mirror)
  expect((await stage.editor.media()).map(({ id }) => id)).toContain(media.id)
  expect(await mirror.unusedMedia.count()).toBeGreaterThan(0)
})

test('an image that an editor made the featured image of another page stays', async ({ stage, mirror }) => {
  await fullRun(mirror)
  const picture = await addUnused(mirror, stage, 'b'.repeat(64))
  await stage.editor.create({ title: 'Ours', status: 'publish', featured_media: picture.id })
  await fullRun(mirror)
  expect((await stage.editor.media()).map(({ id }) => id)).toContain(picture.id)
})

test('a run searches for unused files only if a write may have freed one since the last search', async ({
  stage,
  mirror,
}) => {
  const [gtin = ''] = stage.gtins
  await fullRun(mirror)
  expect(await mirror.unusedMedia.uses()).toEqual(new Map())
  const picture = await addUnused(mirror, stage, 'b'.repeat(64))
  await mirror.unusedMedia.remove([picture.sha256])
  await mirror.unusedMedia.searched(await mirror.unusedMedia.uses())
  await stage.mock.patchProduct(gtin, 'de-de', { price: '12.50' })
  expect(await fullRun(mirror)).toMatchObject({ counts: { updated: 1 } })
  expect(await mirror.unusedMedia.count()).toBe(0)
  await stage.mock.patchProduct(gtin, 'de-de', { datasheet: '' })
  await fullRun(mirror)
  expect([...(await mirror.unusedMedia.all()).keys()]).toContain(picture.sha256)
})

test('an image that nothing shows goes to the trash', async ({ stage, mirror }) => {
  await fullRun(mirror)
  const picture = await addUnused(mirror, stage, 'b'.repeat(64))
  await fullRun(mirror)
  expect((await stage.editor.media()).map(({ id }) => id)).not.toContain(picture.id)
})

test('a file that another user uploaded stays', async ({ stage, mirror }) => {
  await fullRun(mirror)
  const picture = await addUnused(mirror, stage, 'b'.repeat(64))
  mirror.cms = {
    ...mirror.cms,
    fetchUser: async (signal) => ({ ...(await stage.openMirror().cms.fetchUser(signal)), id: 999 }),
  }
  await fullRun(mirror)
  expect((await stage.editor.media()).map(({ id }) => id)).toContain(picture.id)
})

test('a file that an editor deleted is forgotten', async ({ stage, mirror }) => {
  await fullRun(mirror)
  const picture = await addUnused(mirror, stage, 'b'.repeat(64))
  await stage.editor.removeMedia(picture.id)
  await fullRun(mirror)
  expect(await mirror.unusedMedia.count()).toBe(0)
  expect(await mirror.media.media(['b'.repeat(64)])).toEqual([undefined])
})

test('nothing is listed or removed while a snapshot cannot be read', async ({ stage, mirror }) => {
  await fullRun(mirror)
  await addUnused(mirror, stage, 'b'.repeat(64))
  const [gtin = ''] = stage.gtins
  await stage.redis.hset(mirror.keys.bodies('de-de'), gtin, 'damaged')
  const { run } = await sync(mirror, { media: true })
  const before = (await stage.editor.media()).length
  await tidyMedia(mirror, { ...run, planned: { ...run.planned, update: 1 } }, go)
  expect((await stage.editor.media()).length).toBe(before)
  expect(await mirror.unusedMedia.count()).toBe(1)
})

test('a file of a page that could not be written is in use', async ({ stage, mirror }) => {
  const { runId } = await plan(mirror)
  await mirror.runs.update(runId, { media: { uploaded: 1, reused: 0, failed: 0 } })
  for (const asset of await mirror.plans.listAssets(runId))
    await uploadMedia(mirror, [asset], go, { runId, readOnly: false })
  expect((await stage.editor.media()).length).toBeGreaterThan(0)
  await endOf(mirror, runId)
  expect(await mirror.unusedMedia.count()).toBe(0)
})

test('an earlier version of a file that an editor kept on a page is in use', async ({ stage, mirror }) => {
  await fullRun(mirror)
  const picture = await addUnused(mirror, stage, 'b'.repeat(64))
  const [gtin = ''] = stage.gtins
  const key = { gtin, language: 'de-de' }
  const [read] = await mirror.snapshots.read([key])
  if (read === undefined) throw new Error('no snapshot')
  await mirror.snapshots.replace(key, read, { ...read, shown: `<img src="${picture.url}">` })
  await fullRun(mirror)
  expect(await mirror.unusedMedia.count()).toBe(0)
  expect((await stage.editor.media()).map(({ id }) => id)).toContain(picture.id)
})

test('a CMS without a trash for files keeps them all, and the run reports the reason', async ({
  stage,
  mirror,
}) => {
  await fullRun(mirror)
  const picture = await addUnused(mirror, stage, 'b'.repeat(64))
  const plain = await startMock({ gtins: 0, languages: 'de-de' })
  const cms = createCms({
    apiRoot: plain.cmsRoot,
    namespace: 'cms/v2',
    auth: { user: 'admin', password: 'abcdabcdabcdabcdabcdabcd' },
    gate: openGate(),
  })
  try {
    const bytes = await drawPng()
    const slug = mediaSlug('b'.repeat(64))
    const made = await cms.uploadMedia({ slug, filename: 'a.png', title: 'a', mime: 'image/png', bytes }, go)
    if (!made.ok) throw new Error(made.reason)
    mirror.cms = { ...mirror.cms, trashMedia: (_, signal) => cms.trashMedia(made.media.id, signal) }
    const run = await fullRun(mirror)
    expect(run?.notes.map(({ code }) => code)).toContain('media-no-trash')
    expect((await stage.editor.media()).map(({ id }) => id)).toContain(picture.id)
    expect(await mirror.unusedMedia.count()).toBe(1)
  } finally {
    await Promise.all([cms.close(), plain.close()])
  }
})

/** An image of the mirror that no page shows, listed by an earlier run. */
async function addUnused(
  mirror: Mirror,
  stage: {
    editor: {
      uploadPng(slug: string, bytes: Uint8Array): Promise<{ id: number }>
      mediaUrl(id: number): Promise<string>
    }
  },
  sha256: string,
) {
  const bytes = await drawPng()
  const { id } = await stage.editor.uploadPng(`media-${sha256}`, bytes)
  const url = await stage.editor.mediaUrl(id)
  const media = { id, sha256, url, mime: 'image/png', bytes: bytes.length }
  await mirror.media.save({ url: 'https://partner.example/gone.png' }, { sha256, checkedAt: 0 }, media)
  await mirror.unusedMedia.save([
    { sha256, value: { since: '2026-11-01T00:00:00.000Z', runId: '2026-11-01-1' } },
  ])
  return media
}
