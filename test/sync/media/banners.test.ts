import { expect } from 'vitest'
import { readTemplates } from '../../../config/templates.ts'
import { createRenderer } from '../../../src/core/render/renderer.ts'
import type { SyncDeps } from '../../../src/sync/deps.ts'
import { listUnusedMedia } from '../../../src/sync/finish/find-unused-media.ts'
import { recheckAssets } from '../../../src/sync/plan/recheck-assets.ts'
import { fullMap } from '../../helpers/sync/mapped-site.ts'
import { snapshotOf, go, sync } from '../../helpers/sync/sync-run.ts'
import { verify } from '../../helpers/sync/verify-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const templates = await readTemplates()
const renderer = createRenderer({ ...templates, banner: 'show' })
const test = withMirror({ gtins: 2, mirror: { renderer, policy: { maxUpdateShare: 1 } } }).extend(
  'banner',
  async ({ stage, mirror, key }) => {
    // Some seeded products have no banner. The image of the other product is a file of the same partner.
    const other = await mirror.partner.fetchProduct({ ...key, gtin: stage.gtins[1] ?? '' }, undefined, go)
    if (other.state !== 'present') throw new Error(other.state)
    const url = other.product.image.replace('.png', '.jpg')
    const file = other.product.banner || url
    await stage.mock.patchProduct(key.gtin, key.language, { banner: file })
    return file
  },
)

const bannerIn = (content: string) =>
  /<!-- wp:image (\{[^>]*"className":"mirror-banner"\}) -->\n<figure class="[^"]*"><img src="([^"]*)" alt="([^"]*)"/.exec(
    content,
  )

/** The partner’s server does not return this file, or returns other bytes. */
function withFile(mirror: SyncDeps, url: string, state: 'refused' | 'changed') {
  const { partner } = mirror
  mirror.partner = {
    ...partner,
    async fetchAsset(asset, known, signal) {
      if (asset.url !== url) return partner.fetchAsset(asset, known, signal)
      if (state === 'refused') return { state: 'refused', reason: 'not there' }
      const fetched = await partner.fetchAsset(asset, {}, signal)
      if (fetched.state !== 'present') return fetched
      return { ...fetched, bytes: Buffer.concat([fetched.bytes, Buffer.from('x')]), sha256: 'c'.repeat(64) }
    },
  }
  return () => void (mirror.partner = partner)
}

test('a page shows the banner with the name as its alternative text, and a second run writes nothing', async ({
  stage,
  mirror,
  key,
  banner,
}) => {
  await sync(mirror, { media: true })
  const { content, featured_media } = await stage.editor.page(key)
  const [, attributes = '', src = '', alt] = bannerIn(content.raw) ?? []
  const { product } = await snapshotOf(mirror, key)
  expect(product.banner).toBe(banner)
  expect(alt).toBe(product.name.replaceAll('"', '&quot;'))
  expect(JSON.parse(attributes)).toMatchObject({ linkDestination: 'none' })
  expect(Object(JSON.parse(attributes)).id).not.toBe(featured_media)
  expect((await fetch(src)).headers.get('content-type')).toMatch(/^image\//)
  await stage.mock.zeroStats()
  await sync(mirror, { media: true })
  expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
  expect((await verify(mirror)).findings).toEqual([])
})

test('a missing banner does not fail its page, and is added when it arrives', async ({
  stage,
  mirror,
  key,
  banner,
}) => {
  const repair = withFile(mirror, banner, 'refused')
  expect((await sync(mirror, { media: true })).run.counts).toMatchObject({ created: 2, failed: 0 })
  expect(bannerIn((await stage.editor.page(key)).content.raw)).toBeNull()
  repair()
  await stage.mock.patchProduct(key.gtin, key.language, { intro: 'Neu' })
  await sync(mirror, { media: true })
  expect(bannerIn((await stage.editor.page(key)).content.raw)).not.toBeNull()
})

test('a banner whose bytes change is replaced on its page', async ({ stage, mirror, key, banner }) => {
  await sync(mirror, { media: true })
  const before = bannerIn((await stage.editor.page(key)).content.raw)?.[2]
  withFile(mirror, banner, 'changed')
  expect(await recheckAssets(mirror, [banner], go)).toMatchObject({ changed: 1 })
  const { outcomes } = await sync(mirror, { media: true })
  expect(outcomes.get(`${key.gtin}/${key.language}`)).toMatchObject({ result: 'updated', fields: ['file'] })
  const after = bannerIn((await stage.editor.page(key)).content.raw)?.[2]
  expect(after).toBeDefined()
  expect(after).not.toBe(before)
  expect(await mirror.outdatedFiles.count()).toBe(0)
})

test('a banner that pages no longer show is listed as unused', async ({ stage, mirror, key, banner }) => {
  await sync(mirror, { media: true })
  const [asset] = await mirror.media.assets([banner])
  const hiding = stage.openMirror({ keys: mirror.keys, policy: { maxUpdateShare: 1 } })
  const { run } = await sync(hiding, { media: true })
  expect(bannerIn((await stage.editor.page(key)).content.raw)).toBeNull()
  await listUnusedMedia(hiding, { ...run, planned: { ...run.planned, update: 1 } })
  expect([...(await hiding.unusedMedia.all()).keys()]).toContain(asset?.sha256)
})

test('without BANNER=show, a banner is only requested if the map shows it', async ({ key, mirror }) => {
  const product = await productOf(mirror, key)
  const urls = (files: SyncDeps['renderer']) => files.assetsOf(product).map(({ url }) => url)
  expect(urls(createRenderer(templates))).not.toContain(product.banner)
  const row = { target: 'acf.picture', source: { kind: 'field', field: 'banner' }, as: 'media' } as const
  const map = { rows: [{ ...row, owner: 'partner', words: {} } as const] }
  expect(urls(createRenderer({ ...templates, map }))).toContain(product.banner)
  expect(urls(createRenderer({ ...templates, map: fullMap }))).not.toContain(product.banner)
})

async function productOf({ partner }: SyncDeps, key: { gtin: string; language: string }) {
  const fetched = await partner.fetchProduct(key, undefined, go)
  if (fetched.state !== 'present') throw new Error(fetched.state)
  return { ...fetched.product, banner: 'https://partner.example/banner.jpg' }
}
