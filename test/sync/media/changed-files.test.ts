import { expect } from 'vitest'
import { newRun } from '../../../src/core/run/run.ts'
import { chooseRechecks } from '../../../src/sync/collect/choose-rechecks.ts'
import { observePages } from '../../../src/sync/observe/observe-pages.ts'
import { recheckAssets } from '../../../src/sync/plan/recheck-assets.ts'
import { go, plan, sync } from '../../helpers/sync/sync-run.ts'
import type { Mirror } from '../../helpers/sync/sync-deps.ts'
import { undo } from '../../helpers/sync/undo.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({ gtins: 6 })
const day = 86_400_000

/** From now on the partner has other bytes at one address. */
function changeBytes(mirror: Mirror, address: string): void {
  const { partner } = mirror
  mirror.partner = {
    ...partner,
    async fetchAsset(asset, known, signal) {
      if (asset.url !== address) return partner.fetchAsset(asset, known, signal)
      const fetched = await partner.fetchAsset(asset, {}, signal)
      if (fetched.state !== 'present' || known.etag === '"changed"') return { state: 'unchanged' }
      const bytes = Buffer.concat([fetched.bytes, Buffer.from('%changed')])
      return { ...fetched, bytes, sha256: 'c'.repeat(64), etag: '"changed"' }
    },
  }
}

const runOf = (kind: 'sync' | 'plan', scope = {}) =>
  newRun({ id: '1', kind, trigger: 'cli', approved: false, scope, createdAt: '2026-11-20T04:00:00.000Z' })

async function addressOf(mirror: Mirror, gtin: string): Promise<string> {
  const [snapshot] = await mirror.snapshots.read([{ gtin, language: 'de-de' }])
  return snapshot?.product.datasheet ?? ''
}

test('bytes that change at the same address are found, and only the page that shows them is written', async ({
  stage,
  mirror,
}) => {
  await sync(mirror, { media: true })
  const [gtin = ''] = stage.gtins
  const url = await addressOf(mirror, gtin)
  const before = await stage.editor.page({ gtin, language: 'de-de' })
  changeBytes(mirror, url)
  const known = (await mirror.media.walkAssets('0', 1000)).found.map((asset) => asset.url)
  expect(await recheckAssets(mirror, known, go)).toMatchObject({
    checked: known.length,
    changed: 1,
    rest: [],
  })
  const { run, outcomes } = await sync(mirror, { media: true })
  expect(run.counts).toMatchObject({ updated: 1, failed: 0 })
  expect(run.notes).toContainEqual({ code: 'changed-files', count: 1 })
  expect(outcomes.get(`${gtin}/de-de`)).toMatchObject({ result: 'updated', fields: ['file'] })
  const after = await stage.editor.page({ gtin, language: 'de-de' })
  expect(after.content.raw).not.toBe(before.content.raw)
  expect(after.content.raw).toContain('-cccccccc.pdf')
  expect(await mirror.outdatedFiles.count()).toBe(0)
  expect((await sync(mirror, { media: true })).run.counts).toMatchObject({ updated: 0 })
  expect((await mirror.media.changed()).size).toBe(0)
})

test('with ON_EDIT=overwrite, a page that shows a changed file keeps the title and the text that an editor wrote', async ({
  stage,
  mirror,
}) => {
  mirror.policy = { ...mirror.policy, onEdit: 'overwrite' }
  await sync(mirror, { media: true })
  const [gtin = ''] = stage.gtins
  const key = { gtin, language: 'de-de' }
  const url = await addressOf(mirror, gtin)
  const { id, content } = await stage.editor.page(key)
  await stage.editor.edit(id, { title: 'Von Hand', content: content.raw.replace('<p>', '<p>Mine. ') })
  changeBytes(mirror, url)
  await recheckAssets(mirror, [url], go)
  const { outcomes } = await sync(mirror, { media: true })
  expect(outcomes.get(`${gtin}/de-de`)).toMatchObject({ result: 'updated', fields: ['file'] })
  const page = await stage.editor.page(key)
  expect(page.title.raw).toBe('Von Hand')
  expect(page.content.raw).toContain('<p>Mine. ')
  expect(page.content.raw).toContain('-cccccccc.pdf')
  expect((await sync(mirror, { media: true })).run.counts).toMatchObject({ updated: 0 })
})

test('a file that one record brings along is renewed on the other pages that show it', async ({
  stage,
  mirror,
}) => {
  await sync(mirror, { media: true })
  const shown = await Promise.all(
    stage.gtins.map(async (gtin) => {
      const [snapshot] = await mirror.snapshots.read([{ gtin, language: 'de-de' }])
      return { gtin, url: snapshot?.product.image ?? '' }
    }),
  )
  const [url = '', sharing = []] =
    [...Map.groupBy(shown, (one) => one.url)].find(([, group]) => group.length > 1) ?? []
  expect(sharing.length).toBeGreaterThan(1)
  changeBytes(mirror, url)
  await stage.mock.patchProduct(sharing[0]?.gtin ?? '', 'de-de', { price: '99.5' })
  await sync(mirror, { media: true })
  const { outcomes } = await sync(mirror, { media: true })
  const renewed = [...outcomes.values()].filter(({ result }) => result === 'updated').map(({ gtin }) => gtin)
  expect(renewed.sort()).toEqual(
    sharing
      .slice(1)
      .map(({ gtin }) => gtin)
      .sort(),
  )
})

test('a file that could not be checked when its record changed is requested again by the next run', async ({
  stage,
  mirror,
}) => {
  await sync(mirror, { media: true })
  const [gtin = ''] = stage.gtins
  const url = await addressOf(mirror, gtin)
  changeBytes(mirror, url)
  const changed = mirror.partner
  const reason = 'its server returned 503'
  mirror.partner = {
    ...changed,
    fetchAsset: async (asset, known, signal) =>
      asset.url === url ? { state: 'unreachable', reason } : changed.fetchAsset(asset, known, signal),
  }
  await stage.mock.patchProduct(gtin, 'de-de', { price: '99.5' })
  await sync(mirror, { media: true })
  mirror.partner = changed
  const rechecks = await chooseRechecks(mirror, runOf('sync'))
  expect(rechecks.urls).toEqual([url])
  expect(await recheckAssets(mirror, rechecks.urls, go)).toMatchObject({ changed: 1 })
  expect((await chooseRechecks(mirror, runOf('sync'))).urls).toEqual([])
  expect((await sync(mirror, { media: true })).run.counts).toMatchObject({ updated: 1 })
  const { content } = await stage.editor.page({ gtin, language: 'de-de' })
  expect(content.raw).toContain('-cccccccc.pdf')
})

test('a page whose update is refused twice stays listed, and shows the new file after the next run', async ({
  stage,
  mirror,
}) => {
  await sync(mirror, { media: true })
  const [gtin = ''] = stage.gtins
  const url = await addressOf(mirror, gtin)
  changeBytes(mirror, url)
  await recheckAssets(mirror, [url], go)
  const { cms } = mirror
  const reason = 'Could not update post in the database.'
  const refusal = { ok: false, status: 500, code: 'rest_db_update_error', reason } as const
  mirror.cms = { ...cms, writePages: async (writes) => writes.map(() => refusal) }
  for (let run = 0; run < 2; run++)
    expect((await sync(mirror, { media: true })).run.counts).toMatchObject({ failed: 1 })
  mirror.cms = cms
  expect((await sync(mirror, { media: true })).run.counts).toMatchObject({ updated: 1 })
  const { content } = await stage.editor.page({ gtin, language: 'de-de' })
  expect(content.raw).toContain('-cccccccc.pdf')
})

test('a page stays listed while its plan waits, and the walk is not repeated', async ({ stage, mirror }) => {
  await sync(mirror, { media: true })
  const [gtin = ''] = stage.gtins
  const url = await addressOf(mirror, gtin)
  await mirror.media.markChanged(url, 'd'.repeat(64))
  const { planned } = await plan(mirror, 'plan')
  expect(planned.update).toBe(1)
  expect((await mirror.media.changed()).size).toBe(0)
  expect(await mirror.outdatedFiles.read([{ gtin, language: 'de-de' }])).toEqual([{ urls: [url] }])
})

test('a full run requests a part of the files each day, and none right after the last part', async ({
  mirror,
}) => {
  await sync(mirror, { media: true })
  const total = await mirror.media.countAssets()
  const choose = async (run = runOf('sync')) => {
    const rechecks = await chooseRechecks(mirror, run)
    await rechecks.done()
    return rechecks.urls
  }
  expect(await choose()).toEqual([])
  const asked = new Set<string>()
  for (let at = 1; at <= 7; at++) {
    mirror.pass(day)
    expect(await choose(runOf('plan'))).toEqual([])
    expect(await choose(runOf('sync', { gtins: ['4006381333931'] }))).toEqual([])
    const urls = await choose()
    expect(urls.length).toBeLessThan(total)
    for (const url of urls) asked.add(url)
    await recheckAssets(mirror, urls, go)
    expect(await choose()).toEqual([])
  }
  expect(asked.size).toBe(total)
})

test('the same files are chosen again if a crash came before their jobs existed', async ({ mirror }) => {
  await sync(mirror, { media: true })
  await mirror.media.saveRecheckState({ at: mirror.now().getTime() - 3 * day, cursor: '0' })
  const [first, second] = [
    await chooseRechecks(mirror, runOf('sync')),
    await chooseRechecks(mirror, runOf('sync')),
  ]
  expect(first.urls.length).toBeGreaterThan(0)
  expect(second.urls).toEqual(first.urls)
})

test('an unchanged file costs a conditional request and no bytes; one that is gone stays as it is', async ({
  stage,
  mirror,
}) => {
  await sync(mirror, { media: true })
  const { found } = await mirror.media.walkAssets('0', 1000)
  const urls = found.map(({ url }) => url)
  await stage.mock.zeroStats()
  expect(await recheckAssets(mirror, urls, go)).toMatchObject({ changed: 0 })
  expect((await stage.mock.stats()).statuses.partner).toMatchObject({ '3xx': urls.length })
  await stage.mock.faults([{ side: 'partner', kind: 'status', status: 404, path: '/media' }])
  await recheckAssets(mirror, urls, go)
  expect((await mirror.media.changed()).size).toBe(0)
})

test('a page that an undo restored is not written for a file that the undone run renewed', async ({
  stage,
  mirror,
}) => {
  await sync(mirror, { media: true })
  const [gtin = ''] = stage.gtins
  const before = await stage.editor.page({ gtin, language: 'de-de' })
  changeBytes(mirror, await addressOf(mirror, gtin))
  await stage.mock.patchProduct(gtin, 'de-de', { name: 'Falsches Band' })
  const { run } = await sync(mirror, { media: true })
  expect(run.counts).toMatchObject({ updated: 1 })
  await undo(mirror, run.id)
  expect((await sync(mirror, { media: true })).run.counts).toMatchObject({ updated: 0 })
  const after = await stage.editor.page({ gtin, language: 'de-de' })
  expect(after.content.raw.replace(/mirrored-v1-\w+/g, '')).toBe(
    before.content.raw.replace(/mirrored-v1-\w+/g, ''),
  )
})

test('a page that an editor deleted is not created again for a changed file, whether its product is listed or not', async ({
  stage,
  mirror,
}) => {
  await observePages(mirror, '2026-11-20-1', go)
  await sync(mirror, { media: true })
  const [gtin = '', other = ''] = stage.gtins
  for (const one of [gtin, other]) {
    const { id } = await stage.editor.page({ gtin: one, language: 'de-de' })
    await stage.editor.removeForGood(id)
  }
  await observePages(mirror, '2026-11-20-2', go)
  const addresses = [await addressOf(mirror, gtin), await addressOf(mirror, other)]
  for (const url of addresses) changeBytes(mirror, url)
  await recheckAssets(mirror, addresses, go)
  mirror.listed = mirror.listed.filter((one) => one !== other)
  const { run } = await sync(mirror, { media: true })
  expect(run.counts).toMatchObject({ records: 5, created: 0, updated: 0, unchanged: 5 })
  await stage.mock.patchProduct(gtin, 'de-de', { price: '99.5' })
  expect((await sync(mirror, { media: true })).run.counts).toMatchObject({ created: 1, updated: 0 })
})

test('a page with a damaged page state is not written for a changed file, because an editor may have deleted it', async ({
  stage,
  mirror,
}) => {
  await sync(mirror, { media: true })
  const [gtin = ''] = stage.gtins
  const url = await addressOf(mirror, gtin)
  changeBytes(mirror, url)
  await recheckAssets(mirror, [url], go)
  await stage.redis.hset(mirror.keys.pageStates, `${gtin}/de-de`, '{')
  expect((await sync(mirror, { media: true })).run.counts).toMatchObject({
    updated: 0,
    unchanged: 6,
    failed: 0,
  })
  await stage.redis.hdel(mirror.keys.pageStates, `${gtin}/de-de`)
  expect((await sync(mirror, { media: true })).run.counts).toMatchObject({ updated: 1, unchanged: 5 })
})
