import { expect } from 'vitest'
import { planChunk } from '../../../src/sync/plan/plan-chunk.ts'
import type { Mirror, Stage } from '../../helpers/sync/sync-deps.ts'
import { go, plan, snapshotOf, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({ gtins: 3, languages: 'de-de', mirror: { concurrency: 1 } })
  .extend('requests', () => [] as boolean[])
  // The ETag is made of the request, as by the default of some frameworks: it is the same forever.
  .extend('dated', async ({ mirror, requests }) => {
    const { partner } = mirror
    mirror.partner = {
      ...partner,
      async fetchProduct(key, etag, signal) {
        requests.push(etag !== undefined)
        const own = `"${key.gtin}"`
        if (etag === own) return { state: 'unchanged' }
        const fetched = await partner.fetchProduct(key, undefined, signal)
        return fetched.state === 'present' ? { ...fetched, etag: own } : fetched
      },
    }
    const start = mirror.now().getTime()
    const at = (day: number) => void (mirror.now = () => new Date(start + day * 24 * 3_600_000))
    await sync(mirror)
    await sync(mirror)
    return { at }
  })

const change = (stage: Stage, gtins: readonly string[]) =>
  Promise.all(gtins.map((gtin) => stage.mock.patchProduct(gtin, '*', { price: '999.99' })))

const prices = (mirror: Mirror) =>
  Promise.all(
    mirror.listed.map(async (gtin) => (await snapshotOf(mirror, { gtin, language: 'de-de' })).product.price),
  )

test('an ETag that does not follow the data is noticed within a week, and from then on none is sent', async ({
  stage,
  mirror,
  requests,
  dated,
}) => {
  requests.length = 0
  await change(stage, mirror.listed)
  const first = await sync(mirror)
  expect(requests).toEqual([true, true, true])
  expect(first.run.counts).toMatchObject({ unchanged: 3 })
  dated.at(7)
  const { run } = await sync(mirror, {})
  expect(await prices(mirror)).toEqual(['999.99', '999.99', '999.99'])
  expect(run.notes).toMatchObject([{ code: 'wrong-etags' }])
  requests.length = 0
  const next = await sync(mirror)
  expect(requests).toEqual([false, false, false])
  expect(next.run.notes).toMatchObject([{ code: 'wrong-etags' }])
})

test('records of one chunk that their ETags called unchanged are read again once one of them is refuted', async ({
  stage,
  mirror,
  requests,
  dated,
}) => {
  await change(stage, mirror.listed)
  // Day by day, so that it is rarely the turn of all.
  for (let day = 1; day <= 7; day++) {
    dated.at(day)
    await sync(mirror)
    const shown = await prices(mirror)
    expect(new Set(shown).size === 1 || !shown.includes('999.99')).toBe(true)
  }
  expect(await prices(mirror)).toEqual(['999.99', '999.99', '999.99'])
  expect(requests).toContain(true)
})

test('a sync of single products requests them in full, and so does one that writes every page again', async ({
  mirror,
  requests,
  dated,
}) => {
  dated.at(0)
  const { runId } = await plan(mirror, 'plan')
  for (const options of [{ ofProducts: true }, { rewrite: true }]) {
    requests.length = 0
    await planChunk(mirror, { runId, language: 'de-de', gtins: mirror.listed, dryRun: true, ...options }, go)
    expect(requests).toEqual([false, false, false])
  }
})

test('ETags that follow the data stay in use', async ({ stage, mirror, requests, dated }) => {
  const { partner } = mirror
  mirror.partner = {
    ...partner,
    async fetchProduct(key, etag, signal) {
      const fetched = await partner.fetchProduct(key, undefined, signal)
      if (fetched.state !== 'present') return fetched
      const own = `"${fetched.product.price}"`
      return etag === own ? { state: 'unchanged' } : { ...fetched, etag: own }
    },
  }
  dated.at(7)
  await sync(mirror)
  await change(stage, mirror.listed)
  dated.at(14)
  const { run } = await sync(mirror)
  expect(run.counts).toMatchObject({ updated: 3 })
  expect(run.notes.map(({ code }) => code)).not.toContain('wrong-etags')
  expect((await mirror.etags.read(run.id)).fault).toBeUndefined()
  expect(requests.length).toBeGreaterThan(0)
})
