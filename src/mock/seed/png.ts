import { crc32 } from 'node:zlib'

const signatureBytes = 8
const neutralBelow = 0.1

/**
 * A palette PNG in other colours: hues shifted by `degrees`, lightness changed by `brightness` (−1 to 1). Greys stay.
 */
export function recoloured(
  png: Buffer,
  look: { degrees: number; brightness: number; title: string },
): Buffer {
  const parts = [png.subarray(0, signatureBytes)]
  for (let offset = signatureBytes; offset < png.length;) {
    const length = png.readUInt32BE(offset)
    const end = offset + length + 12
    const type = png.toString('latin1', offset + 4, offset + 8)
    if (type === 'PLTE') {
      parts.push(chunk('PLTE', turned(png.subarray(offset + 8, offset + 8 + length), look)))
      parts.push(chunk('tEXt', Buffer.from(`Title\0${look.title}`, 'latin1')))
    } else {
      parts.push(png.subarray(offset, end))
    }
    offset = end
  }
  return Buffer.concat(parts)
}

function chunk(type: string, data: Buffer): Buffer {
  const result = Buffer.alloc(data.length + 12)
  result.writeUInt32BE(data.length, 0)
  result.write(type, 4, 'latin1')
  data.copy(result, 8)
  result.writeUInt32BE(crc32(result.subarray(4, 8 + data.length)), 8 + data.length)
  return result
}

function turned(palette: Buffer, { degrees, brightness }: { degrees: number; brightness: number }): Buffer {
  const result = Buffer.from(palette)
  for (let i = 0; i + 2 < palette.length; i += 3) {
    const { hue, saturation, lightness } = toHsl(palette[i] ?? 0, palette[i + 1] ?? 0, palette[i + 2] ?? 0)
    if (saturation * Math.min(lightness, 1 - lightness) * 2 < neutralBelow) continue
    const moved = Math.min(0.95, Math.max(0.05, lightness + brightness))
    result.set(toRgb((hue + degrees) % 360, saturation, moved), i)
  }
  return result
}

function toHsl(red: number, green: number, blue: number) {
  const [r, g, b] = [red / 255, green / 255, blue / 255]
  const max = Math.max(r, g, b)
  const min = Math.min(r, g, b)
  const lightness = (max + min) / 2
  const range = max - min
  if (range === 0) return { hue: 0, saturation: 0, lightness }
  const sixth = max === r ? (g - b) / range : max === g ? (b - r) / range + 2 : (r - g) / range + 4
  return { hue: (sixth * 60 + 360) % 360, saturation: range / (1 - Math.abs(2 * lightness - 1)), lightness }
}

function toRgb(hue: number, saturation: number, lightness: number): number[] {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  return [0, 8, 4].map((place) => {
    const k = (place + hue / 30) % 12
    return Math.round((lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))) * 255)
  })
}
