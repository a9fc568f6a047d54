import { expect } from 'vitest'
import { readTemplates } from '../../../config/templates.ts'
import { createRenderer } from '../../../src/core/render/renderer.ts'
import { recordId, type RecordKey } from '../../../src/core/record/record.ts'
import { findDecisions } from '../../../src/sync/decisions/list-decisions.ts'
import { resolveMany } from '../../../src/sync/decisions/resolve-many.ts'
import { resolveRecord } from '../../../src/sync/decisions/resolve-record.ts'
import { drawPng } from '../../helpers/content/files.ts'
import { withPicture } from '../../helpers/content/picture-template.ts'
import type { Mirror, Stage } from '../../helpers/sync/sync-deps.ts'
import { go, snapshotOf, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const renderer = createRenderer(withPicture(await readTemplates()))
const test = withMirror({ gtins: 3, mirror: { renderer } })
const overwrite = { choice: 'overwrite', by: 'olive' } as const
const media = { media: true }

/** An editor replaces the featured image, and the image in the block. */
async function replaceImage(stage: Stage, key: RecordKey, shade: number): Promise<number> {
  const page = await stage.editor.page(key)
  const { id: own } = await stage.editor.uploadPng(`own-${shade}`, await drawPng(shade))
  const src = await stage.editor.mediaUrl(own)
  const content = page.content.raw
    .replace(/"id":\d+/, `"id":${own}`)
    .replace(/src="[^"]+"/, `src="${src}"`)
    .replace(/wp-image-\d+/, `wp-image-${own}`)
  expect(content).toContain(`wp-image-${own}`)
  await stage.editor.edit(page.id, { content, featured_media: own })
  return own
}

/** The partner gives a product another image. */
async function changeImage(stage: Stage, key: RecordKey, shade: number): Promise<void> {
  const image = `${stage.mock.origin}/media/banners/${String(shade).padStart(12, '0')}.jpg`
  await stage.mock.patchProduct(key.gtin, key.language, { image })
}

/** The ids of the images that a page shows: the featured one, and those of the block. */
async function imagesOf(stage: Stage, key: RecordKey): Promise<number[]> {
  const { featured_media, content } = await stage.editor.page(key)
  const shown = [...content.raw.matchAll(/wp-image-(\d+)/g)].map(([, id]) => Number(id))
  return [featured_media, ...shown]
}

const keysOf = (mirror: Mirror): RecordKey[] => mirror.listed.map((gtin) => ({ gtin, language: 'de-de' }))

/** The partner's images that records could have. */
async function otherImages(mirror: Mirror): Promise<string[]> {
  return Promise.all(keysOf(mirror).map(async (key) => (await snapshotOf(mirror, key)).product.banner))
}

test('overwrite sets the partner’s image of a conflict, featured and in the block', async ({
  stage,
  mirror,
  key,
}) => {
  await sync(mirror, media)
  const own = await replaceImage(stage, key, 10)
  const banner = (await otherImages(mirror)).find((url) => url !== '') ?? ''
  await stage.mock.patchProduct(key.gtin, key.language, { image: banner })
  const { outcomes } = await sync(mirror, media)
  expect(outcomes.get(recordId(key))).toMatchObject({ conflicts: ['inner', 'featuredMedia'] })
  expect(await imagesOf(stage, key)).toEqual([own, own])
  expect(await resolveRecord(mirror, key, overwrite, go)).toMatchObject({ ok: true })
  await sync(mirror, media)
  const [known] = await mirror.media.assets([banner])
  const [partners] = await mirror.media.media([known?.sha256 ?? ''])
  expect(await imagesOf(stage, key)).toEqual([partners?.id, partners?.id])
  expect((await sync(mirror, media)).run.counts).toMatchObject({ updated: 0, kept: 0 })
})

test('overwrite sets the partner’s image if an editor replaced or removed it, or its file is gone', async ({
  stage,
  mirror,
}) => {
  await sync(mirror, media)
  const [replaced, removed, gone] = keysOf(mirror)
  if (replaced === undefined || removed === undefined || gone === undefined) throw new Error('three records')
  const before = await imagesOf(stage, replaced)
  await replaceImage(stage, replaced, 20)
  const { id } = await stage.editor.page(removed)
  await stage.editor.edit(id, { featured_media: 0 })
  const [lost = 0] = await imagesOf(stage, gone)
  await stage.editor.removeMedia(lost)
  for (const key of [replaced, removed, gone])
    expect(await resolveRecord(mirror, key, overwrite, go)).toMatchObject({ ok: true })
  await sync(mirror, media)
  const ids = (await stage.editor.media()).map((file) => file.id)
  expect(ids).not.toContain(lost)
  if (before[0] !== lost) expect(await imagesOf(stage, replaced)).toEqual(before)
  for (const key of [replaced, removed, gone]) {
    const [featured = 0] = await imagesOf(stage, key)
    expect(ids).toContain(featured)
    // The file has its address again, so that the block shows it although the id in its class is that of the lost one.
    const { content } = await stage.editor.page(key)
    const [, src = ''] = /<img [^>]*?src="([^"]+)"/.exec(content.raw) ?? []
    expect((await fetch(src)).status).toBe(200)
  }
})

test('conflicts about images are found as such, and one decision overwrites all of them', async ({
  stage,
  mirror,
}) => {
  await sync(mirror, media)
  const [first, second, third] = keysOf(mirror)
  if (first === undefined || second === undefined || third === undefined) throw new Error('three records')
  const banner = (await otherImages(mirror)).find((url) => url !== '') ?? ''
  for (const [index, key] of [first, second].entries()) {
    await replaceImage(stage, key, 30 + index)
    await stage.mock.patchProduct(key.gtin, key.language, { image: banner })
  }
  await stage.editor.edit((await stage.editor.page(third)).id, { title: 'Vom Redakteur' })
  await stage.mock.patchProduct(third.gtin, third.language, { name: 'Neues Band' })
  await sync(mirror, media)
  expect(await findDecisions(mirror, {})).toHaveLength(3)
  const found = await findDecisions(mirror, { kind: 'conflict', field: 'image' })
  expect(found.map(recordId).sort()).toEqual([first, second].map(recordId).sort())
  expect(await resolveMany(mirror, found, overwrite, go)).toMatchObject({ undecided: [] })
  await sync(mirror, media)
  const [known] = await mirror.media.assets([banner])
  const [partners] = await mirror.media.media([known?.sha256 ?? ''])
  for (const key of [first, second]) expect(await imagesOf(stage, key)).toEqual([partners?.id, partners?.id])
  expect((await stage.editor.page(third)).title.raw).toBe('Vom Redakteur')
  expect(await findDecisions(mirror, {})).toHaveLength(1)
})

test('overwrite is refused while the partner’s image is missing: the editor’s image stays', async ({
  stage,
  mirror,
  key,
}) => {
  const image = `${stage.mock.origin}/media/products/nowhere.png`
  await stage.mock.patchProduct(key.gtin, key.language, { image })
  await sync(mirror, media)
  const { id: own } = await stage.editor.uploadPng('own', await drawPng(40))
  await stage.editor.edit((await stage.editor.page(key)).id, { featured_media: own })
  await sync(mirror, media)
  expect(await resolveRecord(mirror, key, overwrite, go)).toMatchObject({
    ok: false,
    code: 'nothing_to_resolve',
    obstacle: { code: 'image-missing', url: image },
  })
  await stage.editor.edit((await stage.editor.page(key)).id, { title: 'Vom Redakteur' })
  expect(await resolveRecord(mirror, key, overwrite, go)).toMatchObject({
    ok: true,
    effect: { code: 'overwrites', fields: ['title'] },
  })
  await sync(mirror, media)
  const page = await stage.editor.page(key)
  expect(page).toMatchObject({ featured_media: own })
  expect(page.title.raw).not.toBe('Vom Redakteur')
})

test('an image that is lost between the decision and the run is not replaced by none', async ({
  stage,
  mirror,
  key,
}) => {
  const broken = `${stage.mock.origin}/media/products/nowhere.png`
  await stage.mock.patchProduct(key.gtin, key.language, { image: broken })
  await sync(mirror, media)
  const { id: own } = await stage.editor.uploadPng('own', await drawPng(50))
  await stage.editor.edit((await stage.editor.page(key)).id, { featured_media: own })
  await changeImage(stage, key, 1)
  await mirror.missingAssets.remove([key])
  expect(await resolveRecord(mirror, key, overwrite, go)).toMatchObject({ ok: true })
  await stage.mock.patchProduct(key.gtin, key.language, { image: broken })
  const { outcomes } = await sync(mirror, media)
  expect(outcomes.get(recordId(key))).toMatchObject({
    kept: ['featuredMedia'],
    reasons: expect.arrayContaining([{ code: 'image-missing' }]) as unknown,
  })
  expect(await imagesOf(stage, key)).toEqual([own])
})
