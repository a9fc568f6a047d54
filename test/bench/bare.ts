import pLimit from 'p-limit'
import { Pool } from 'undici'
import { composeCreate } from '../../src/core/page/compose.ts'
import { othersOf, pagesIn } from '../../src/core/page/links.ts'
import { toProduct, type Product } from '../../src/core/record/product.ts'
import type { OtherPage } from '../../src/core/render/view.ts'
import { inChunks } from '../../src/lib/chunks.ts'
import type { BenchWorld } from './world.ts'

const token = { authorization: 'Token demo-token', accept: 'application/json' }
const admin = `Basic ${Buffer.from('admin:abcdabcdabcdabcdabcdabcd').toString('base64')}`

/** The least that any client must do: fetch every record, nothing more. Seconds, and what was read. */
export async function bareFetch(world: BenchWorld): Promise<{ seconds: number; products: Product[] }> {
  const pool = new Pool(world.origin, { connections: world.concurrency, allowH2: false })
  const limit = pLimit(world.concurrency)
  const bodies: unknown[] = []
  const startedAt = performance.now()
  await Promise.all(
    world.keys.map(({ gtin, language }) =>
      limit(async () => {
        const path = `/api/partner/v1/product/${gtin}/?language=${language}`
        const { body } = await pool.request({ method: 'GET', path, headers: token })
        bodies.push(await body.json())
      }),
    ),
  )
  const seconds = (performance.now() - startedAt) / 1000
  await pool.close()
  const products = bodies.flatMap((body) => {
    const parsed = toProduct(body)
    return parsed.ok ? [parsed.product] : []
  })
  return { seconds, products }
}

/** Batches of 25 creates with the very bodies that the mirror sends, as many in flight. Seconds. */
export async function bareBatches(world: BenchWorld, products: readonly Product[]): Promise<number> {
  const fields = 'id,slug,status,parent,link,modified_gmt,title.raw,excerpt.raw,content.raw,featured_media'
  const batches = inChunks(products, 25).map((group) =>
    JSON.stringify({
      requests: group.map((product) => ({
        method: 'POST',
        path: `/cms/v2/pages?_fields=${fields}`,
        body: composeCreate(
          product,
          world.renderer.render(product, () => undefined, linksOf(product, world)),
          'publish',
          { parent: 0 },
        ),
      })),
    }),
  )
  const pool = new Pool(world.origin, { connections: world.batchesInFlight, allowH2: false })
  const limit = pLimit(world.batchesInFlight)
  const headers = { authorization: admin, 'content-type': 'application/json' }
  const startedAt = performance.now()
  await Promise.all(
    batches.map((payload) =>
      limit(async () => {
        const { body } = await pool.request({
          method: 'POST',
          path: '/api/rest/batch/v1',
          headers,
          body: payload,
        })
        await body.json()
      }),
    ),
  )
  const seconds = (performance.now() - startedAt) / 1000
  await pool.close()
  return seconds
}

/** The pages that the mirror links on a product's page. */
function linksOf({ gtin, language }: Product, { origin, languages }: BenchWorld): OtherPage[] {
  const parents = languages.map((code) => [`products/${code}`, `${origin}/products/${code}/`])
  const site = { addresses: Object.fromEntries(parents), rootSlug: 'products', cmsType: 'pages' } as const
  return pagesIn(gtin, othersOf(languages, language), site)
}
