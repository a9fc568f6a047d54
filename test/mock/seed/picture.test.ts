import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawBanner } from '../../../src/mock/seed/banner.ts'
import { families } from '../../../src/mock/seed/families.ts'
import { drawPicture } from '../../../src/mock/seed/picture.ts'

function chunksOf(png: Buffer): { type: string; isWhole: boolean }[] {
  const chunks = []
  for (let offset = 8; offset < png.length; offset += png.readUInt32BE(offset) + 12) {
    const end = offset + 8 + png.readUInt32BE(offset)
    const isWhole = crc32(png.subarray(offset + 4, end)) === png.readUInt32BE(end)
    chunks.push({ type: png.toString('latin1', offset + 4, offset + 8), isWhole })
  }
  return chunks
}

test('a recoloured image is a valid PNG with its title in a chunk before the pixels', async () => {
  for (const { shape } of families) {
    const chunks = chunksOf(await drawPicture({ shape, tint: 123_456_789, title: 'Corvofol' }))
    expect(chunks.every(({ isWhole }) => isWhole)).toBe(true)
    const types = chunks.map(({ type }) => type)
    expect(types.indexOf('tEXt')).toBeGreaterThan(types.indexOf('PLTE'))
    expect(types.indexOf('tEXt')).toBeLessThan(types.indexOf('IDAT'))
    expect(types.at(-1)).toBe('IEND')
  }
})

test('another tint changes the colour but not the background', async () => {
  expect(await pixel(0, 390, 530)).not.toEqual(await pixel(120, 390, 530))
  expect(await pixel(0, 20, 20)).toEqual(await pixel(120, 20, 20))
})

test('a banner shows its name: another name results in another image', async () => {
  const look = { shape: 'bucket', tint: 5 } as const
  const banner = await drawBanner({ ...look, title: 'Corvofol Pro 100' })
  expect(await sharp(banner).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 400 })
  expect(banner.equals(await drawBanner({ ...look, title: 'Corvofol Pro 100' }))).toBe(true)
  expect(banner.equals(await drawBanner({ ...look, title: 'Corvofol Pro 105' }))).toBe(false)
})

async function pixel(tint: number, left: number, top: number): Promise<number[]> {
  const picture = sharp(await drawPicture({ shape: 'roll', tint, title: 't' }))
  return [...(await picture.extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer())]
}
