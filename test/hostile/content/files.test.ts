import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { countAttacks } from '../helpers/attacks.ts'
import { startHostilePartner } from './hostile-partner.ts'
import { mirrorHostile } from './hostile-run.ts'

const noise = (seed: number) => Buffer.from(Array.from({ length: 32 * 32 * 3 }, (_, at) => (at * seed) % 251))
const picture = (seed: number) => sharp(noise(seed), { raw: { width: 32, height: 32, channels: 3 } })
const pdf = (text: string) => Buffer.from(`%PDF-1.4\n% ${text}\nstartxref\n9\n%%EOF\n`)
const zip = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(200, 'x')])

function bomb(png: Buffer): Buffer {
  const copy = Buffer.from(png)
  copy.writeUInt32BE(100_000, 16)
  copy.writeUInt32BE(100_000, 20)
  copy.writeUInt32BE(crc32(copy.subarray(12, 29)), 29)
  return copy
}

/** A field's value, the file at its URL, and the reason why it is missing; undefined: it is mirrored. */
type Attack = { field: 'image' | 'datasheet'; address: string; file?: Buffer; said?: string }

const [png, jpg, gif, webp] = await Promise.all([
  picture(7919).png().toBuffer(),
  picture(7907).jpeg().toBuffer(),
  picture(7901).gif().toBuffer(),
  picture(7883).webp().toBuffer(),
])

const attacks: readonly Attack[] = [
  { field: 'image', address: '/files/a.png', file: await picture(11).png().toBuffer() },
  { field: 'image', address: 'b.png', file: await picture(13).png().toBuffer() },
  { field: 'datasheet', address: '../../c.pdf', file: pdf('c') },
  { field: 'image', address: 'http://', said: 'is not a URL' },
  { field: 'image', address: 'http://[', said: 'is not a URL' },
  { field: 'image', address: 'javascript:alert(1)', said: 'javascript: URLs are not allowed' },
  { field: 'image', address: 'data:image/png;base64,AAAA', said: 'data: URLs are not allowed' },
  { field: 'image', address: '//169.254.169.254/a.png', said: 'not the partner’s own host' },
  { field: 'image', address: '/files/gone.png', said: 'the file does not exist' },
  {
    field: 'image',
    address: '/files/bomb.png',
    file: bomb(png),
    said: '10000 million pixels; the limit is 100',
  },
  { field: 'image', address: '/files/cut.png', file: png.subarray(0, -20), said: 'is cut off' },
  { field: 'image', address: '/files/cut.jpg', file: jpg.subarray(0, -20), said: 'is cut off' },
  { field: 'image', address: '/files/cut.gif', file: gif.subarray(0, -20), said: 'is cut off' },
  { field: 'image', address: '/files/cut.webp', file: webp.subarray(0, -20), said: 'is cut off' },
  { field: 'datasheet', address: '/files/cut.pdf', file: pdf('d').subarray(0, -8), said: 'is cut off' },
  {
    field: 'image',
    address: '/files/zip.png',
    file: Buffer.concat([png, zip]),
    said: '204 bytes after its end',
  },
  {
    field: 'image',
    address: '/files/zip.jpg',
    file: Buffer.concat([jpg, zip]),
    said: '204 bytes after its end',
  },
  {
    field: 'datasheet',
    address: '/files/zip.pdf',
    file: Buffer.concat([pdf('e'), zip]),
    said: '204 bytes after',
  },
]

test('damaged, oversized, padded and missing files are reported with their cause, and all others are mirrored', async (context) => {
  const files = new Map(
    attacks.flatMap(({ address, file }): [string, Uint8Array][] =>
      file ? [[new URL(address, 'http://partner/api/partner/v1/').pathname, file]] : [],
    ),
  )
  const partner = await startHostilePartner(
    attacks.map(({ field, address }) => ({ [field]: address })),
    files,
  )
  context.onTestFinished(() => partner.close())
  const { run, world } = await mirrorHostile(partner, 'done')
  const pages = await world.recordPages()
  expect(pages).toHaveLength(attacks.length)
  const refused = attacks.filter(({ said }) => said !== undefined)
  expect(run.media).toMatchObject({ uploaded: attacks.length - refused.length, failed: refused.length })
  const silent = refused.filter(({ address, said = '' }) => {
    const shown = address.startsWith('http') || !address.startsWith('/files') ? said : address
    return !run.notes.some((note) => note.includes(said) && note.includes(shown))
  })
  expect(silent.map(({ address }) => [address, run.notes])).toEqual([])
  countAttacks(context, 'asset addresses and files', attacks.length)
})
