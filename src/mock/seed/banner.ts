import { openPicture } from '../open-picture.ts'
import { fittingHeight, textSvg } from './glyphs.ts'
import { hueOf, type Look } from './picture.ts'
import { shapeSvg } from './shapes.ts'

const textWidth = 700

/** The product next to its name, as a JPEG of 1200 × 400 pixels. */
export async function drawBanner(look: Look): Promise<Buffer> {
  const hue = hueOf(look)
  const [name = '', ...rest] = look.title.split(' ')
  const second = rest.join(' ')
  const large = fittingHeight(name, textWidth, 88)
  const small = fittingHeight(second, textWidth, 46)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="400">
    <defs><linearGradient id="ground"><stop offset="0" stop-color="hsl(${hue}, 30%, 92%)"/><stop offset="1" stop-color="hsl(${hue}, 45%, 78%)"/></linearGradient></defs>
    <rect width="1200" height="400" fill="url(#ground)"/>
    <path d="M0 400L420 0H520L100 400z" fill="#fff" opacity="0.35"/>
    <g transform="translate(40 8) scale(0.62)">${shapeSvg(look.shape, hue)}</g>
    ${textSvg(name, { x: 450, y: 120, height: large, colour: `hsl(${hue}, 50%, 22%)` })}
    ${textSvg(second, { x: 452, y: 130 + large + 26, height: small, colour: `hsl(${hue}, 40%, 36%)` })}
  </svg>`
  const picture = await openPicture(Buffer.from(svg))
  return picture.jpeg({ quality: 82 }).toBuffer()
}
