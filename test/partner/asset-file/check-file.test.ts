import { readFile } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { checkFile } from '../../../src/partner/asset-file/check-file.ts'
import { detectAssetType } from '../../../src/partner/asset-type.ts'

const most = 100_000_000
const mimes = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  pdf: 'application/pdf',
}
type Kind = keyof typeof mimes
const kinds = ['png', 'jpg', 'gif', 'webp', 'pdf'] as const

const noise = Buffer.from(Array.from({ length: 64 * 64 * 3 }, (_, at) => (at * 7919) % 251))
const picture = () => sharp(noise, { raw: { width: 64, height: 64, channels: 3 } })
const pdf = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n'
const files: Record<Kind, Buffer> = {
  png: await picture().png().toBuffer(),
  jpg: await picture().jpeg().toBuffer(),
  gif: await picture().gif().toBuffer(),
  webp: await picture().webp().toBuffer(),
  pdf: Buffer.from(pdf),
}

function fault(kind: Kind, bytes: Uint8Array, maxPixels = most): string | undefined {
  const checked = checkFile(bytes, mimes[kind], maxPixels)
  return 'fault' in checked ? checked.fault : undefined
}

function remark(kind: Kind, bytes: Uint8Array): string | undefined {
  const checked = checkFile(bytes, mimes[kind], most)
  return 'fault' in checked ? `fault: ${checked.fault}` : checked.remark
}

/** The file with other bytes at an offset. */
function patched(kind: Kind, at: number, bytes: readonly number[]): Buffer {
  const copy = Buffer.from(files[kind])
  copy.set(bytes, at)
  return copy
}

/** A PNG with this size in its header and a right checksum. */
function pngOf(width: number, height: number): Buffer {
  const copy = Buffer.from(files.png)
  copy.writeUInt32BE(width, 16)
  copy.writeUInt32BE(height, 20)
  copy.writeUInt32BE(crc32(copy.subarray(12, 29)), 29)
  return copy
}

describe('an archive after other bytes is rejected like a ZIP', () => {
  const marks = {
    RAR: Buffer.from('Rar!\u001A\u0007\u0001\u0000', 'latin1'),
    '7z': Buffer.from('7z\u00BC\u00AF\u0027\u001C', 'latin1'),
  }
  test.each(kinds.flatMap((kind) => (['RAR', '7z'] as const).map((name) => [kind, name] as const)))(
    '%s and %s',
    (kind, name) => {
      const hidden = Buffer.concat([files[kind], Buffer.alloc(60, 'x'), marks[name], Buffer.alloc(60, 'y')])
      expect(fault(kind, hidden)).toMatch(/^has 1\d\d bytes after its end$/)
    },
  )
})

describe('whole files have no errors', () => {
  test.each(kinds)('%s', (kind) => {
    expect(fault(kind, files[kind])).toBeUndefined()
  })

  test('by other encoders and with other options', async () => {
    const some = [
      ['jpg', await picture().jpeg({ progressive: true, mozjpeg: true }).toBuffer()],
      [
        'jpg',
        await picture()
          .withExif({ IFD0: { Copyright: 'x' } })
          .jpeg()
          .toBuffer(),
      ],
      ['png', await picture().png({ progressive: true, palette: true }).toBuffer()],
      ['webp', await picture().webp({ lossless: true }).toBuffer()],
      [
        'webp',
        await picture()
          .ensureAlpha(0.5)
          .withExif({ IFD0: { Copyright: 'x' } })
          .webp()
          .toBuffer(),
      ],
    ] as const
    for (const [kind, bytes] of some) expect(fault(kind, bytes)).toBeUndefined()
    for (const name of ['a.jpg', 'a.pdf', 'a.png', 'a.webp', 'big.jpg', 's.gif', 'small.jpg'] as const) {
      const bytes = await readFile(new URL(`../../conformance/fixtures/${name}`, import.meta.url))
      expect([name, fault(name.slice(name.indexOf('.') + 1) as Kind, bytes)]).toEqual([name, undefined])
    }
  })

  test('with several frames', async () => {
    const frames = sharp(noise, { raw: { width: 64, height: 64, channels: 3, pageHeight: 16 } })
    expect(fault('gif', await frames.clone().gif().toBuffer(), 4 * 64 * 16)).toBeUndefined()
    expect(fault('gif', await frames.clone().gif().toBuffer(), 4 * 64 * 16 - 1)).toContain('pixels')
    expect(fault('webp', await frames.clone().webp().toBuffer())).toBeUndefined()
    expect(fault('webp', await frames.clone().webp().toBuffer(), 4 * 64 * 16)).toContain('pixels')
  })

  test('padded with blanks, with a program’s line, or with a camera’s second image', () => {
    const line = Buffer.from(`\n<!-- 0.3 s -->${' '.repeat(5_000)}`)
    for (const kind of kinds) expect(fault(kind, Buffer.concat([files[kind], line]))).toBeUndefined()
    expect(fault('jpg', Buffer.concat([files.jpg, files.jpg]))).toBeUndefined()
  })
})

describe('a truncated file is reported as cut off, wherever it ends', () => {
  test.each(kinds)('%s', (kind) => {
    // A JPEG may lack its end mark, which has two bytes.
    const last =
      kind === 'pdf' ? files.pdf.lastIndexOf('9\n%%EOF') : files[kind].length - (kind === 'jpg' ? 3 : 1)
    for (let length = last; length > 20; length -= 13)
      expect([length, fault(kind, files[kind].subarray(0, length))]).toEqual([length, 'is cut off'])
  })
})

describe('PR-22: a file that every viewer opens is used with a remark', () => {
  const html = Buffer.from(`\n<!-- ${'x'.repeat(50)} -->`)

  test.each(kinds)('%s with text after its end', (kind) => {
    expect(remark(kind, Buffer.concat([files[kind], html]))).toBe('has 59 bytes after its end')
  })

  test.each(['', '%', '%%EO'])('a PDF that ends with "%s" instead of its mark', (end) => {
    expect(remark('pdf', Buffer.from(pdf.replace('%%EOF\n', end)))).toBe('lacks its end mark')
  })

  test('a PDF with bytes before its header', async () => {
    const late = Buffer.from(`HTTP/1.1 200 OK\r\n\r\n${pdf}`)
    expect(await detectAssetType(late, 'pdf')).toMatchObject({ ok: true, mime: 'application/pdf' })
    expect(await detectAssetType(late, 'image')).toMatchObject({ ok: false })
    expect(remark('pdf', late)).toBe('has 19 bytes before its header')
  })

  test('PR-54: a PDF that Illustrator saved is a PDF', async () => {
    const saved = Buffer.from(
      pdf.replace('endobj\n', 'endobj\n2 0 obj<</AIPrivateData1 3 0 R/Illustrator 4 0 R>>endobj\n'),
    )
    expect(await detectAssetType(saved, 'pdf')).toMatchObject({ ok: true, mime: 'application/pdf' })
    expect(remark('pdf', saved)).toBeUndefined()
  })

  test('but not a PDF that was truncated after an earlier mark, or lacks its table', () => {
    const update = '2 0 obj<</Type/Page>>endobj\nxref\n'
    expect(remark('pdf', Buffer.from(pdf + update))).toBe('fault: is cut off')
    expect(remark('pdf', Buffer.from(pdf.replace('startxref\n9\n%%EOF\n', '')))).toBe('fault: is cut off')
    expect(remark('pdf', Buffer.from(pdf.replace('9\n%%EOF', '12\n')))).toBe('fault: is cut off')
  })

  test('but not a file with an archive after its end, even after other text', () => {
    const zip = Buffer.concat([html, Buffer.from('PK\u0003\u0004data PK\u0005\u0006'), Buffer.alloc(18)])
    for (const kind of kinds)
      expect(remark(kind, Buffer.concat([files[kind], zip]))).toMatch(/^fault: has \d+ bytes after its end$/)
    const late = Buffer.concat([Buffer.from('x'), files.pdf, zip])
    expect(remark('pdf', late)).toMatch(/^fault: has \d+ bytes after its end$/)
  })
})

describe('another file after the end is detected', () => {
  test.each(kinds)('%s', (kind) => {
    const zip = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(60, 'x')])
    expect(fault(kind, Buffer.concat([files[kind], zip]))).toBe('has 64 bytes after its end')
  })

  test('even if a JPEG is followed by a truncated one', () => {
    expect(fault('jpg', Buffer.concat([files.jpg, Buffer.from([0xff, 0xd8, 0xff, 0xe0])]))).toBe('is cut off')
  })
})

describe('more pixels than allowed are detected in the header', () => {
  test.each<[string, Kind, Uint8Array]>([
    ['a PNG', 'png', pngOf(100_000, 100_000)],
    [
      'a JPEG',
      'jpg',
      patched('jpg', files.jpg.indexOf(Buffer.from([0xff, 0xc0])) + 5, [0xff, 0xff, 0xff, 0xff]),
    ],
    ['a GIF', 'gif', patched('gif', files.gif.indexOf(0x2c, 13 + 3 * 256) + 5, [0xff, 0xff, 0xff, 0xff])],
    ['a GIF with a huge screen and a small frame', 'gif', patched('gif', 6, [0xff, 0xff, 0xff, 0xff])],
    ['a WebP', 'webp', patched('webp', files.webp.indexOf('VP8 ') + 14, [0xff, 0x3f, 0xff, 0x3f])],
  ])('%s', (_, kind, bytes) => {
    expect(fault(kind, bytes)).toMatch(/^has \d+ million pixels; the limit is 100 \(ASSET_MAX_MEGAPIXELS\)$/)
    expect(fault(kind, bytes, 1e11)).toBeUndefined()
  })
})

describe('damaged parts are detected', () => {
  test.each<[string, Kind, Uint8Array, string]>([
    ['a PNG’s data', 'png', patched('png', files.png.indexOf('IDAT') + 20, [1, 2, 3]), 'IDAT is wrong'],
    [
      'a PNG without data',
      'png',
      Buffer.concat([files.png.subarray(0, 33), files.png.subarray(-12)]),
      'no image',
    ],
    [
      'a JPEG’s markers',
      'jpg',
      patched('jpg', files.jpg.indexOf(Buffer.from([0xff, 0xdb])), [0]),
      'does not start with a marker',
    ],
    ['a JPEG without a picture', 'jpg', Buffer.from([0xff, 0xd8, 0xff, 0xff, 0x01, 0xff, 0xd9]), 'no image'],
    [
      'a JPEG without a height',
      'jpg',
      patched('jpg', files.jpg.indexOf(Buffer.from([0xff, 0xc0])) + 5, [0, 0]),
      'no image',
    ],
    ['a GIF’s blocks', 'gif', patched('gif', 13 + 3 * 256, [0x99]), 'unknown kind'],
    ['a GIF without a picture', 'gif', Buffer.from('GIF89a\u0001\0\u0001\0\0\0\0;', 'latin1'), 'no image'],
    ['a WebP without a picture', 'webp', Buffer.from('RIFF\u0004\0\0\0WEBP', 'latin1'), 'no image'],
  ])('%s', (_, kind, bytes, said) => {
    expect(fault(kind, bytes)).toMatch(/^is damaged: /)
    expect(fault(kind, bytes)).toContain(said)
  })
})

describe('PR-22: a JPEG that lacks only its end mark is used with a remark', () => {
  const sized = (width: number, height: number, channels: 1 | 3) =>
    sharp(noise.subarray(0, width * height * channels), { raw: { width, height, channels } })
  const whole: [string, Promise<Buffer>][] = [
    ['in colour', sized(61, 37, 3).jpeg({ optimizeCoding: false }).toBuffer()],
    ['without subsampling', sized(61, 37, 3).jpeg({ chromaSubsampling: '4:4:4' }).toBuffer()],
    ['in grey', sized(61, 37, 1).toColourspace('b-w').jpeg().toBuffer()],
    [
      'of one colour',
      sharp({ create: { width: 90, height: 33, channels: 3, background: 'red' } })
        .jpeg()
        .toBuffer(),
    ],
  ]

  test.each(whole)('%s, and no shorter part of it', async (_, encoding) => {
    const bytes = await encoding
    const data = bytes.subarray(0, -2)
    for (const end of [[], [0xff], [0, 0, 0], [0x0d, 0x0a]])
      expect(remark('jpg', Buffer.concat([data, Buffer.from(end)]))).toBe('lacks its end mark')
    for (let length = data.length - 1; length > 20; length -= length > data.length - 30 ? 1 : 31)
      expect([length, fault('jpg', data.subarray(0, length))]).toEqual([length, 'is cut off'])
  })

  /** Three grey blocks, each in a scan or restart interval. Its codes are `0` for no difference and `0` for the end. */
  function tiny({
    sof = 0xc0,
    interval = 1,
    scan,
  }: {
    sof?: number
    interval?: number
    scan: readonly number[]
  }) {
    const table = (number: number) => [0xff, 0xc4, 0, 20, number, 1, ...Array<number>(15).fill(0), 0]
    const frame = [0xff, sof, 0, 11, 8, 0, 8, 0, 24, 1, 1, 0x11, 0]
    const start = [0xff, 0xd8, 0xff, 0xdd, 0, 4, 0, interval, ...frame, ...table(0), ...table(0x10)]
    return Buffer.from([...start, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, ...scan])
  }

  test.each([
    ['restarts', tiny({ scan: [0x3f, 0xff, 0xd0, 0x3f, 0xff, 0xd1, 0x3f] }), 'lacks its end mark'],
    ['a missing interval', tiny({ scan: [0x3f, 0xff, 0xd0, 0x3f, 0xff, 0xd1] }), 'fault: is cut off'],
    ['a missing restart', tiny({ scan: [0x3f, 0xff, 0xd0, 0x3f] }), 'fault: is cut off'],
    [
      'an interval that is too long',
      tiny({ scan: [0x00, 0x3f, 0xff, 0xd0, 0x3f, 0xff, 0xd1, 0x3f] }),
      'fault: is cut off',
    ],
    ['no restarts', tiny({ interval: 0, scan: [0x03] }), 'lacks its end mark'],
    ['an unknown code', tiny({ interval: 0, scan: [0x07] }), 'fault: is cut off'],
    ['text behind its data', tiny({ interval: 0, scan: [0x03, 0x41] }), 'fault: is cut off'],
    ['progressive scans', tiny({ sof: 0xc2, interval: 0, scan: [0x03] }), 'fault: is cut off'],
  ])('with %s', (_, bytes, said) => {
    expect(remark('jpg', bytes)).toBe(said)
  })

  test('with one scan for each component, if all are there', () => {
    const inGrey = [...tiny({ interval: 0, scan: [0x03] })]
    const at = inGrey.indexOf(0xc0)
    const frame = [0xc0, 0, 14, 8, 0, 8, 0, 24, 2, 1, 0x11, 0, 2, 0x11, 0]
    const one = [...inGrey.slice(0, at), ...frame, ...inGrey.slice(at + 12)]
    const second = [0xff, 0xda, 0, 8, 1, 2, 0, 0, 63, 0, 0x03]
    expect(remark('jpg', Buffer.from([...one, ...second]))).toBe('lacks its end mark')
    expect(remark('jpg', Buffer.from(one))).toBe('fault: is cut off')
  })

  test('but not a progressive one, whose last scans may be missing', async () => {
    const bytes = await picture().jpeg({ progressive: true }).toBuffer()
    expect(remark('jpg', bytes.subarray(0, -2))).toBe('fault: is cut off')
  })

  test('but not a large one, which takes too long to decode', async () => {
    const bytes = await picture().jpeg().toBuffer()
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0xff, 0xff]), Buffer.alloc(0xff_fd)])
    const large = Buffer.concat([
      bytes.subarray(0, 2),
      ...Array<Buffer>(129).fill(comment),
      bytes.subarray(2),
    ])
    expect(remark('jpg', large)).toBeUndefined()
    expect(remark('jpg', large.subarray(0, -2))).toBe('fault: is cut off')
  })
})
