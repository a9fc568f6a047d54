import type { Redis } from 'ioredis'
import { expect } from 'vitest'
import type { RecordKey } from '../../../src/core/record/record.ts'
import { recheckAssets } from '../../../src/sync/plan/recheck-assets.ts'
import { approve, hold } from '../../helpers/sync/held-plan.ts'
import type { Mirror } from '../../helpers/sync/sync-deps.ts'
import { apply, go, plan, snapshotOf, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({ gtins: 4 })
const fileRequests = async (stage: { mock: { stats(): Promise<{ statuses: object }> } }) =>
  (await stage.mock.stats()).statuses

/** Every value that the mirror stores, as text. */
async function everyStoredText(mirror: Mirror, redis: Redis): Promise<string> {
  const texts: string[] = []
  for (const key of await redis.keys(`${mirror.keys.prefix}*`)) {
    const type = await redis.type(key)
    if (type === 'hash') texts.push(JSON.stringify(await redis.hgetall(key)))
    if (type === 'set') texts.push((await redis.smembers(key)).join(' '))
    if (type === 'string') texts.push((await redis.get(key)) ?? '')
  }
  return texts.join('\n')
}

test('PR-01: records whose links differ only in their signatures are unchanged, and no file is known twice', async ({
  stage,
  mirror,
}) => {
  await stage.mock.setPartner({ signedFiles: 600 })
  const first = await sync(mirror, { media: true })
  expect(first.run.counts).toMatchObject({ created: 4, failed: 0 })
  expect(first.failedMedia).toEqual([])
  expect(await mirror.missingAssets.count()).toBe(0)
  const known = await mirror.media.countAssets()
  for (let night = 0; night < 2; night++) {
    const { run, planned } = await sync(mirror, { media: true })
    expect(planned).toMatchObject({ create: 0, update: 0 })
    expect(run.counts).toMatchObject({ unchanged: 4, updated: 0 })
  }
  expect(await mirror.media.countAssets()).toBe(known)
})

test('signatures are stored nowhere', async ({ stage, mirror, key }) => {
  await stage.mock.setPartner({ signedFiles: 600 })
  await sync(mirror, { media: true })
  await stage.mock.patchProduct(key.gtin, key.language, { name: 'Neu' })
  const held = await mirror.plans.read(await hold(mirror), [`${key.gtin}/${key.language}`])
  expect(held).toMatchObject([{ kind: 'update', fields: ['name'] }])
  // These are stored compressed.
  expect(JSON.stringify([held, await snapshotOf(mirror, key)])).not.toMatch(/X-Amz-/i)
  expect(await everyStoredText(mirror, stage.redis)).not.toMatch(/X-Amz-/i)
})

test('a mirror whose partner starts to sign its links writes no page', async ({ stage, mirror }) => {
  await sync(mirror, { media: true })
  await stage.mock.setPartner({ signedFiles: 600 })
  const { run } = await sync(mirror, { media: true })
  expect(run.counts).toMatchObject({ unchanged: 4, updated: 0 })
})

test('PR-01: a plan that was held is approved although all signatures are new', async ({
  stage,
  mirror,
  key,
}) => {
  await stage.mock.setPartner({ signedFiles: 600 })
  await sync(mirror, { media: true })
  await stage.mock.patchProduct(key.gtin, key.language, { name: 'Neu' })
  const { passed, run } = await approve(mirror, await hold(mirror))
  expect(run?.refusal).toBeNull()
  expect(passed).toBe(true)
})

test('links that expired before their files were fetched are requested again: no page lacks a file', async ({
  stage,
  mirror,
}) => {
  await stage.mock.setPartner({ signedFiles: 600 })
  const { runId } = await plan(mirror)
  // The server refuses all signatures from before.
  await stage.mock.setPartner({ signedFiles: 600 })
  const { run, failedMedia } = await apply(mirror, runId, { media: true })
  expect(failedMedia).toEqual([])
  expect(run.counts).toMatchObject({ created: 4 })
  expect(await mirror.missingAssets.count()).toBe(0)
})

test('a file whose new link fails, too, is missing with a reason; the page has it once the links work', async ({
  stage,
  mirror,
  key,
}) => {
  mirror.listed = [key.gtin]
  await stage.mock.setPartner({ signedFiles: 0 })
  const { failedMedia, run } = await sync(mirror, { media: true })
  expect(run.counts).toMatchObject({ created: 1 })
  expect(failedMedia.length).toBeGreaterThan(0)
  for (const line of failedMedia) {
    expect(line).toContain(
      `even the new link of its record ${key.gtin}/${key.language} fails: its server returned 403`,
    )
    expect(line).not.toMatch(/X-Amz-|[0-9a-f]{64}/)
  }
  expect(await mirror.missingAssets.count()).toBe(1)
  await stage.mock.setPartner({ signedFiles: 600 })
  await sync(mirror, { media: true })
  await sync(mirror, { media: true })
  expect(await mirror.missingAssets.count()).toBe(0)
})

test('known files are checked again by new links, conditionally', async ({ stage, mirror }) => {
  await stage.mock.setPartner({ signedFiles: 600 })
  await sync(mirror, { media: true })
  const { found } = await mirror.media.walkAssets('0', 1000)
  await stage.mock.setPartner({ signedFiles: 600 })
  await stage.mock.zeroStats()
  const urls = found.map(({ url }) => url)
  expect(await recheckAssets(mirror, urls, go)).toMatchObject({ checked: urls.length, changed: 0 })
  expect(await fileRequests(stage)).toMatchObject({ partner: { '3xx': urls.length } })
})

test('another file at another address is a change, with or without a signature', async ({
  stage,
  mirror,
  key,
}) => {
  const { image } = (await present(mirror, key)).product
  await stage.mock.patchProduct(key.gtin, key.language, { image: `${image}?v=1` })
  await stage.mock.setPartner({ signedFiles: 600 })
  await sync(mirror, { media: true })
  await stage.mock.patchProduct(key.gtin, key.language, { image: `${image}?v=2` })
  expect((await sync(mirror, { media: true })).planned).toMatchObject({ update: 1 })
  expect((await snapshotOf(mirror, key)).product.image).toBe(`${image}?v=2`)
})

test('a mirror that stored links with their signatures writes no page after the upgrade, and forgets them', async ({
  stage,
  mirror,
  key,
}) => {
  mirror.listed = [key.gtin]
  await stage.mock.setPartner({ signedFiles: 600 })
  const { partner } = mirror
  const { image } = (await present(mirror, key)).product
  mirror.partner = {
    ...partner,
    async fetchProduct(...asked) {
      const fetched = await partner.fetchProduct(...asked)
      if (fetched.state !== 'present') return fetched
      return { ...fetched, product: { ...fetched.product, image: `${image}?sig=of-an-earlier-night` } }
    },
  }
  await sync(mirror, { media: true })
  mirror.partner = partner
  const [known] = await mirror.media.assets([image])
  const [media] = await mirror.media.media([known?.sha256 ?? ''])
  if (known === undefined || media === undefined) throw new Error('no image')
  const signed = `${image}?sig=of-an-earlier-night`
  await mirror.media.save({ url: signed }, known, media)
  expect((await snapshotOf(mirror, key)).product.image).toBe(signed)

  expect((await sync(mirror, { media: true })).planned).toMatchObject({ update: 0 })
  expect((await sync(mirror, { media: true })).run.counts).toMatchObject({ unchanged: 1, updated: 0 })
  expect(await recheckAssets(mirror, [image, signed], go)).toMatchObject({ checked: 1, changed: 0 })
  expect(await mirror.media.assets([image, signed])).toEqual([expect.anything(), undefined])
})

async function present(mirror: Mirror, key: RecordKey) {
  const fetched = await mirror.partner.fetchProduct(key, undefined, go)
  if (fetched.state !== 'present') throw new Error(fetched.state)
  return fetched
}
