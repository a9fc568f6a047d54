import { describe, expect } from 'vitest'
import { gtinCheckDigit } from '../../../src/contracts/gtin.ts'
import { createTables } from '../../../src/store/records/create-tables.ts'
import { bodyShape, headShape } from '../../../src/store/formats/shapes/snapshot.ts'
import { encodeRun } from '../../../src/store/formats/shapes/run.ts'
import { createKeys } from '../../../src/store/redis/keys.ts'
import { snapshotOf } from '../../helpers/content/records.ts'
import { because } from '../../helpers/content/reason-of.ts'
import { indexRun } from '../../../src/sync/runs/run-index/index-run.ts'
import { withOps, type Ops } from '../../helpers/ops.ts'
import { aHeldRun, aProduct, aRun } from '../start-ops.ts'

const products = 1_000
const languages = Array.from({ length: 20 }, (_, index) => `l${String.fromCharCode(97 + index)}-xx`)
const gtins = Array.from({ length: products }, (_, index) => {
  const head = String(402663900000 + index)
  return head + gtinCheckDigit(head)
})
const when = '2026-11-20T05:00:00.000Z'
const keyAt = (index: number) => ({
  gtin: gtins[index % products] ?? '',
  language: languages[Math.floor(index / products) % languages.length] ?? '',
})
const someKeys = (count: number, from: number) =>
  Array.from({ length: count }, (_, index) => keyAt(from + index * 37))

const written = '2026-11-20-1'
const held = '2026-11-20-2'

/** A run that wrote 5,000 records with many results, and a held plan that changes as many. */
async function saveLargeRuns({ runs, plans, deps }: Ops): Promise<void> {
  const records = Array.from({ length: 5_000 }, (_, index) => keyAt(index * 7))
  await runs.begin(aRun({ id: written, state: 'writing' }))
  await runs.saveOutcomes(
    written,
    records.map((key, index) => {
      const page = { ...key, pageId: index + 1, link: `https://cms.example/products/${index}/`, at: when }
      if (index % 3 === 0)
        return { ...page, result: 'failed', reasons: because(`cause ${'x'.repeat(index % 40)}`) }
      const fields = [`attributes.${index % 60}`, 'price', 'intro']
      return { ...page, result: 'updated', fields, kept: ['title', 'inner'], before: 'a', after: 'b' }
    }),
  )
  await runs.update(written, { state: 'partial' })
  await indexRun(deps, written)
  const product = { ...aProduct('de', 'Corvoraband Eco 195, 70 mm'), intro: 'Neuer Text. '.repeat(200) }
  await plans.save(
    held,
    records.map((key, index) => {
      const change = { ...key, pageId: index + 1, product: { ...product, ...key }, digest: 'd' }
      return { ...change, kind: 'update' as const, fields: ['intro', `attributes.${index % 60}`] }
    }),
  )
  await runs.hold(
    aHeldRun({ id: held, languages, planned: { create: 0, update: 5_000, restore: 0, retire: 0 } }),
  )
  await indexRun(deps, held)
}

/** 20,000 records, of which some hundred need attention, with a history. */
const test = withOps(async (ops) => {
  const { redis, deps } = ops
  const keys = createKeys('test')
  const { product, base, runId, writtenAt, ...head } = snapshotOf(
    aProduct('de', 'Corvoraband Eco 195, 70 mm'),
  )
  const shortPart = headShape.encode(head)
  const body = bodyShape.pack({ product, base, runId, writtenAt })
  for (const language of languages) {
    await redis.sadd(keys.languages, language)
    await redis.hset(keys.heads(language), Object.fromEntries(gtins.map((gtin) => [gtin, shortPart])))
    await redis.hset(keys.bodies(language), new Map(gtins.map((gtin) => [gtin, body])))
  }
  const tables = createTables(redis, keys)
  const conflict = {
    pageId: 41,
    link: 'https://cms.example/products/de-de/band/',
    runId: '2026-11-20-1',
    at: when,
    fields: [{ field: 'title' as const, base: 'Band', theirs: 'Band (new)', ours: 'Band Plus' }],
  }
  await tables.conflicts.save(someKeys(100, 11).map((key) => ({ key, value: conflict })))
  const failing = { count: 3, since: when, runId: '2026-11-20-1', reasons: because('kaputt') }
  await tables.failing.save(someKeys(100, 17).map((key) => ({ key, value: failing })))
  await tables.decisions.save(
    someKeys(100, 23).map((key) => ({ key, value: { kind: 'hold', at: when, by: 'olive', reason: 'x' } })),
  )
  await tables.pageStates.save(
    someKeys(400, 29).map((key) => ({
      key,
      value: { pageId: 1, since: when, state: 'edited', edited: ['title'] },
    })),
  )
  const pipeline = redis.pipeline()
  for (let number = 0; number < 300; number++) {
    const createdAt = new Date(Date.now() - (300 - number) * 900_000).toISOString()
    const run = aRun({ id: `${createdAt.slice(0, 10)}-${number}`, createdAt, finishedAt: createdAt })
    pipeline.hset(keys.run(run.id), encodeRun(run)).zadd(keys.runs, Date.parse(createdAt), run.id)
  }
  await pipeline.exec()
  for (let number = 0; number < 200; number++)
    await deps.audit.add({
      at: when,
      by: 'olive',
      from: '192.0.2.4',
      via: 'dashboard',
      action: 'approve',
      subject: `run ${number}`,
      done: true,
      result: 'Approved run 2026-11-20-1. Its plan is checked again, then written.',
    })
  await saveLargeRuns(ops)
  return {}
})

const pages = [
  '/',
  '/runs',
  '/runs?kind=verify',
  '/runs?state=done&page=3',
  '/coverage',
  '/coverage?state=failing',
  '/coverage?page=40',
  '/audit',
  '/decisions',
  '/decisions?kind=held',
  `/runs/${written}`,
  `/runs/${written}?what=failed&page=3`,
  `/runs/${written}?language=la-xx&field=price`,
  `/runs/${held}`,
  `/runs/${held}?field=intro&language=lb-xx`,
  `/runs/${held}?text=corvoraband&page=9`,
  '/search?q=corvoraband',
  `/search?q=${gtins[3]}`,
  `/products/${gtins[3]}`,
]

describe('with 20,000 records in 20 languages', () => {
  test('no page is larger than 60 KB', { timeout: 120_000 }, async ({ app }) => {
    const sizes: [page: string, bytes: number][] = []
    for (const url of pages) {
      const { statusCode, rawPayload } = await app.inject({ url })
      expect([url, statusCode]).toEqual([url, 200])
      sizes.push([url, rawPayload.length])
    }
    expect(sizes.filter(([, bytes]) => bytes > 60_000)).toEqual([])
  })
})
