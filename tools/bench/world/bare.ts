import pLimit from 'p-limit'
import { Pool } from 'undici'
import { composeCreate } from '../../../src/core/page/compose.ts'
import { pagesIn } from '../../../src/core/page/links.ts'
import { toProduct } from '../../../src/core/reading/read-product.ts'
import type { Product } from '../../../src/core/record/product.ts'
import { slugOf } from '../../../src/core/record/record.ts'
import type { PageLinks } from '../../../src/core/render/view.ts'
import { inChunks } from '../../../src/lib/chunks.ts'
import type { BenchWorld } from './bench-world.ts'

const token = { authorization: 'Token demo-token', accept: 'application/json' }

/** The result of a loop that fetches every record: seconds, the products, and the ETag of each record. */
export type Fetched = { seconds: number; products: Product[]; etags: string[] }

/** The least that any client must do: fetch every record, with the ETags of an earlier loop if given. */
export async function bareFetch(world: BenchWorld, known: readonly string[] = []): Promise<Fetched> {
  const pool = new Pool(world.origin, { connections: world.concurrency, allowH2: false })
  const limit = pLimit(world.concurrency)
  const bodies: unknown[] = []
  const etags: string[] = []
  const startedAt = performance.now()
  await Promise.all(
    world.keys.map(({ gtin, language }, index) =>
      limit(async () => {
        const path = `/api/partner/v1/product/${gtin}/?language=${language}`
        const etag = known[index]
        const { body, headers } = await pool.request({
          method: 'GET',
          path,
          headers: etag === undefined ? token : { ...token, 'if-none-match': etag },
        })
        etags[index] = String(headers['etag'])
        if (etag === undefined) bodies.push(await body.json())
        else await body.dump()
      }),
    ),
  )
  const seconds = (performance.now() - startedAt) / 1000
  await pool.close()
  const products = bodies.flatMap((body) => {
    const parsed = toProduct(body)
    return parsed.ok ? [parsed.product] : []
  })
  return { seconds, products, etags }
}

/** The creates that the mirror sends for these products, as the sub-requests of a batch. */
export function createsOf(world: BenchWorld, products: readonly Product[]) {
  const fields = 'id,slug,status,parent,link,modified_gmt,title.raw,excerpt.raw,content.raw,featured_media'
  return products.map((product) => ({
    method: 'POST',
    path: `/${world.cms.namespace}/pages?_fields=${fields}`,
    body: composeCreate(
      product,
      world.renderer.render(product, () => undefined, linksOf(product, world)),
      'publish',
      { parent: 0 },
    ),
  }))
}

/** Batches of 25 creates with the very bodies that the mirror sends, as many in flight. Seconds. */
export function bareBatches(world: BenchWorld, products: readonly Product[]): Promise<number> {
  const batches = inChunks(createsOf(world, products), 25).map((requests) => JSON.stringify({ requests }))
  const requests = batches.map((body) => ({ path: '/batch/v1', body }))
  return post(world, requests, world.batchesInFlight)
}

/** The same creates as separate requests. Seconds. */
export function barePosts(
  world: BenchWorld,
  products: readonly Product[],
  inFlight: number,
): Promise<number> {
  const requests = createsOf(world, products).map(({ path, body }) => ({ path, body: JSON.stringify(body) }))
  return post(world, requests, inFlight)
}

async function post(
  { cms }: BenchWorld,
  requests: readonly { path: string; body: string }[],
  inFlight: number,
): Promise<number> {
  const { origin, pathname } = new URL(cms.root)
  const pool = new Pool(origin, { connections: inFlight, allowH2: false })
  const limit = pLimit(inFlight)
  const authorization = `Basic ${Buffer.from(`${cms.user}:${cms.password}`).toString('base64')}`
  const headers = { authorization, 'content-type': 'application/json' }
  const startedAt = performance.now()
  await Promise.all(
    requests.map(({ path, body: payload }) =>
      limit(async () => {
        const sent = { method: 'POST', path: `${pathname}${path}`, headers, body: payload } as const
        const { statusCode, body } = await pool.request(sent)
        const answer = await body.text()
        const { responses = [] } = JSON.parse(answer) as { responses?: { status: number }[] }
        if (statusCode >= 300 || responses.some(({ status }) => status >= 300))
          throw new Error(`POST ${path}: ${statusCode} ${answer.slice(0, 300)}`)
      }),
    ),
  )
  const seconds = (performance.now() - startedAt) / 1000
  await pool.close()
  return seconds
}

/** The pages that the mirror links on a product's page. */
function linksOf({ gtin, language }: Product, { origin, languages }: BenchWorld): PageLinks {
  const parents = languages.map((code) => [`products/${code}`, `${origin}/products/${code}/`])
  const site = { addresses: Object.fromEntries(parents), rootSlug: 'products', cmsType: 'pages' } as const
  const others = languages.filter((code) => code !== language)
  const pages = others.map((code) => ({
    language: code,
    link: undefined,
    slug: slugOf({ gtin, language: code }),
  }))
  return { languages: pagesIn(pages, site) }
}
