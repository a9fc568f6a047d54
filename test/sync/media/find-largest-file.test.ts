import { expect } from 'vitest'
import { findLargestFile } from '../../../src/sync/media/find-largest-file.ts'
import { go, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({ gtins: 1, languages: 'de-de' })

async function sizeOf(url: string): Promise<number> {
  return (await (await fetch(url)).arrayBuffer()).byteLength
}

test('the largest file is one of the first product before a sync, and of the library after it', async ({
  mirror,
}) => {
  const sampled = await findLargestFile(mirror, go)
  expect(sampled?.bytes).toBe(await sizeOf(sampled?.url ?? ''))
  await sync(mirror, { media: true })
  const stored: number[] = []
  for await (const files of mirror.media.scanMedia()) stored.push(...files.map(({ bytes }) => bytes))
  const largest = await findLargestFile(mirror, go)
  expect(largest?.bytes).toBe(Math.max(...stored))
  expect(largest?.bytes).toBe(sampled?.bytes)
})

test('a file that pages lack counts as well, because the CMS may have refused it for its size', async ({
  mirror,
  key,
}) => {
  await sync(mirror, { media: true })
  const known = await findLargestFile(mirror, go)
  for await (const files of mirror.media.scanMedia()) {
    const smaller = files.find(({ bytes }) => bytes < (known?.bytes ?? 0))
    if (smaller !== undefined)
      for (const media of files) await mirror.media.renew({ ...media, bytes: smaller.bytes })
  }
  const url = (await findLargestFile(mirror, go))?.url ?? ''
  expect(url).not.toBe('')
  const product = await mirror.partner.fetchProduct(key, undefined, go)
  const image = product.state === 'present' ? product.product.image : ''
  await mirror.missingAssets.save([{ key, value: { assets: [{ url: image, kind: 'image' }] } }])
  expect(await findLargestFile(mirror, go)).toEqual({ url: image, bytes: await sizeOf(image) })
})

test('the size is unknown if the partner does not respond', async ({ mirror }) => {
  const silent = { ...mirror.partner, fetchProduct: () => Promise.reject(new Error('gone')) }
  expect(await findLargestFile({ ...mirror, partner: silent }, go)).toBeUndefined()
})
