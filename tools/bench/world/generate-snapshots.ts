import type { Redis } from 'ioredis'
import { digestOf } from '../../../src/core/text/digest.ts'
import type { RecordKey } from '../../../src/core/record/record.ts'
import type { PageTexts } from '../../../src/core/record/page.ts'
import type { Product } from '../../../src/core/record/product.ts'
import type { Renderer } from '../../../src/core/render/renderer.ts'
import { inChunks } from '../../../src/lib/chunks.ts'
import { saveSnapshots } from '../../../src/store/records/save-snapshots.ts'
import { execute } from '../../../src/store/redis/execute.ts'
import type { Keys } from '../../../src/store/redis/keys.ts'
import type { Partner } from '../../../src/sync/ports/partner.ts'

const perWrite = 500
/** Rendered for each language; the other snapshots have the same texts, which a run without changes does not read. */
const rendered = 100

/** Where the snapshots come from and go to. */
export type Generation = { partner: Partner; redis: Redis; keys: Keys; renderer: Renderer }

/**
 * Stores the snapshot of each record as a first sync leaves it, as if its page were in the CMS: a mirror of any size
 * without as many pages.
 */
export async function generateSnapshots(
  { partner, redis, keys, renderer }: Generation,
  records: readonly RecordKey[],
): Promise<void> {
  const never = new AbortController().signal
  let pageId = 1000
  const bases = new Map<string, PageTexts[]>()
  const baseOf = (product: Product, { language }: RecordKey): PageTexts => {
    const known = bases.get(language) ?? []
    bases.set(language, known)
    const base = known.length < rendered ? undefined : known[pageId % rendered]
    if (base !== undefined) return base
    const texts = renderer.render(product, () => undefined)
    known.push(texts)
    return texts
  }
  for (const part of inChunks(records, perWrite)) {
    const transaction = redis.multi()
    const entries = await Promise.all(
      part.map(async (key) => {
        const fetched = await partner.fetchProduct(key, undefined, never)
        if (fetched.state !== 'present') throw new Error(`${key.gtin} in ${key.language}: ${fetched.state}`)
        const { product, etag } = fetched
        const snapshot = {
          digest: digestOf(product),
          template: renderer.digest,
          pageId: ++pageId,
          state: 'mirrored' as const,
          ...(etag !== undefined && { etag }),
          product,
          base: baseOf(product, key),
          runId: 'generated',
          writtenAt: new Date().toISOString(),
        }
        return { key, snapshot }
      }),
    )
    saveSnapshots(transaction, keys, entries)
    await execute(transaction)
  }
}
