import { hash } from 'node:crypto'
import sharp from 'sharp'
import type { SyncDeps } from '../../../src/sync/deps.ts'

/** A JPEG of 2000 × 1500 pixels; another text results in other bytes. */
export async function drawPhoto(text = ''): Promise<Buffer> {
  const size = { width: 2000, height: 1500 }
  const plain = await sharp({ create: { ...size, channels: 3, background: { r: 90, g: 120, b: 60 } } })
    .jpeg({ quality: 30 })
    .toBuffer()
  const comment = Buffer.from(text)
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, comment.length + 2])
  return Buffer.concat([head, comment, plain.subarray(2)])
}

/** The photo with other bytes: its text becomes a number of seven digits. */
export function numbered(photo: Buffer, index: number): Buffer {
  const bytes = Buffer.from(photo)
  bytes.write(String(index).padStart(7, '0'), 6, 'latin1')
  return bytes
}

/** From now on, the partner's images are photos of 2000 × 1500 pixels. */
export function withPhotos(mirror: SyncDeps): void {
  const { partner } = mirror
  mirror.partner = {
    ...partner,
    async fetchAsset(asset, known, signal) {
      if (asset.kind !== 'image') return partner.fetchAsset(asset, known, signal)
      const bytes = await drawPhoto(asset.url)
      const sha256 = hash('sha256', bytes, 'hex')
      const etag = `"${sha256}"`
      if (known.etag === etag) return { state: 'unchanged' }
      return { state: 'present', bytes, mime: 'image/jpeg', extension: 'jpg', sha256, etag }
    },
  }
}
