import { openPicture } from '../open-picture.ts'
import type { ShapeKey } from './families.ts'
import { recoloured } from './png.ts'
import { shapeSvg } from './shapes.ts'

/** The input of an image. `tint` (32 bits) determines hue and brightness, `title` is written to its metadata. */
export type Look = { shape: ShapeKey; tint: number; title: string }

const baseHue = 20
const templates = new Map<ShapeKey, Promise<Buffer>>()

/** The hue of a drawing in degrees: the templates' hue shifted by `tint`. */
export function hueOf({ tint }: Look): number {
  return (baseHue + (tint % 360)) % 360
}

/** The product as a PNG of 800 × 800 pixels. Each shape is drawn only once; others are recoloured copies. */
export async function drawPicture(look: Look): Promise<Buffer> {
  const known = templates.get(look.shape)
  const template = known ?? drawTemplate(look.shape)
  if (known === undefined) templates.set(look.shape, template)
  const brightness = (((look.tint >>> 9) % 17) - 8) / 100
  return recoloured(await template, { degrees: look.tint % 360, brightness, title: look.title })
}

async function drawTemplate(shape: ShapeKey): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800">
    <defs><radialGradient id="room" cy="0.4" r="0.75"><stop offset="0" stop-color="#ffffff"/><stop offset="1" stop-color="#e3e1dc"/></radialGradient></defs>
    <rect width="800" height="800" fill="url(#room)"/><g transform="translate(100 90)">${shapeSvg(shape, baseHue)}</g></svg>`
  const picture = await openPicture(Buffer.from(svg))
  return picture.removeAlpha().png({ palette: true, colours: 128, dither: 0.6 }).toBuffer()
}
