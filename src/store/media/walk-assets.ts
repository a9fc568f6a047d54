import type { Redis } from 'ioredis'
import { inChunks } from '../../lib/chunks.ts'
import { assetShape } from '../formats/shapes/media.ts'

const perStep = 500

/**
 * Returns about `count` assets of a hash after a cursor, and the cursor for the next call. Redis returns all of a small
 * hash at once; the assets with the oldest checks are then chosen.
 */
export async function walkAssets(
  redis: Redis,
  key: string,
  { cursor: from, count }: { cursor: string; count: number },
): Promise<{ cursor: string; found: { url: string; checkedAt: number }[] }> {
  const found: { url: string; checkedAt: number }[] = []
  let cursor = from
  let steps = 0
  do {
    const [next, flat] = await redis.hscan(key, cursor, 'COUNT', Math.min(count, perStep))
    cursor = next
    steps++
    for (const [url = '', text = ''] of inChunks(flat, 2)) {
      const known = assetShape.tryDecode(text, { key, field: url })
      if (known !== undefined) found.push({ url, checkedAt: known.checkedAt })
    }
  } while (cursor !== '0' && found.length < count)
  const isWhole = from === '0' && cursor === '0' && steps === 1
  if (!isWhole) return { cursor, found }
  return { cursor, found: found.sort((a, b) => a.checkedAt - b.checkedAt).slice(0, count) }
}
