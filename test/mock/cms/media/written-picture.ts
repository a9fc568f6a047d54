import sharp from 'sharp'

/** The metadata to write into an image: EXIF by directory, IPTC by data set of record 2, XMP as is. */
export type Written = {
  readonly exif?: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly iptc?: readonly (readonly [set: number, text: string])[]
  readonly xmp?: string
  readonly orientation?: number
}

/** A JPEG of 120 × 80 pixels with metadata. */
export async function writtenPicture({ exif = {}, iptc = [], xmp, orientation }: Written): Promise<Buffer> {
  const plain = sharp({ create: { width: 120, height: 80, channels: 3, background: '#abc' } })
    .jpeg()
    .withExif(exif)
  const told = xmp === undefined ? plain : plain.withXmp(xmp)
  const jpeg = await (orientation === undefined ? told : told.withMetadata({ orientation, exif })).toBuffer()
  // After the two bytes at the start of every JPEG.
  return iptc.length === 0 ? jpeg : Buffer.concat([jpeg.subarray(0, 2), app13(iptc), jpeg.subarray(2)])
}

function app13(sets: readonly (readonly [number, string])[]): Buffer {
  const data = Buffer.concat(
    sets.map(([set, text]) => {
      const bytes = Buffer.from(text)
      return Buffer.concat([Buffer.from([0x1c, 2, set]), uint16(bytes.length), bytes])
    }),
  )
  const padding = Buffer.alloc(data.length % 2)
  const head = Buffer.from('Photoshop 3.0\u00008BIM\u0004\u0004\u0000\u0000', 'latin1')
  const block = Buffer.concat([head, uint16(0), uint16(data.length), data, padding])
  return Buffer.concat([Buffer.from([0xff, 0xed]), uint16(block.length + 2), block])
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

/** XMP with an alternative text for each language. */
export function xmpWithAlt(texts: Readonly<Record<string, string>>): string {
  const items = Object.entries(texts).map(
    ([language, text]) => `<rdf:li xml:lang="${language}">${text}</rdf:li>`,
  )
  return (
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
    '<rdf:Description xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/">' +
    `<Iptc4xmpCore:AltTextAccessibility><rdf:Alt>${items.join('')}</rdf:Alt></Iptc4xmpCore:AltTextAccessibility>` +
    '</rdf:Description></rdf:RDF></x:xmpmeta>'
  )
}
