import { isEmpty } from '../rest/php.ts'
import { parseWireDate } from '../store/dates.ts'
import type { ImageMeta } from '../store/rows.ts'
import { fromBytes } from '../text/from-bytes.ts'
import { filterMarkup } from '../text/kses.ts'

export const noImageMeta: ImageMeta = {
  aperture: '0',
  credit: '',
  camera: '',
  caption: '',
  created_timestamp: '0',
  copyright: '',
  focal_length: '0',
  iso: '0',
  shutter_speed: '0',
  title: '',
  orientation: '0',
  keywords: [],
  alt: '',
}

/** A longer text is no title. */
const titleBytes = 80
const withExif = new Set(['image/jpeg', 'image/tiff'])

/** What the library found, by the name of each tag. */
type Groups = { readonly exif: object; readonly iptc: object; readonly xmp: object }

/**
 * Reads what the engine reads from a picture: IPTC first, then EXIF for what IPTC left open; both of JPEG and TIFF
 * only. The alternative text comes from XMP. A picture without, or with broken metadata has `noImageMeta`.
 */
export async function readImageMeta(bytes: Buffer, mime: string): Promise<ImageMeta> {
  const { exif, iptc, xmp } = await readGroups(bytes)
  const wanted = withExif.has(mime)
  const meta = {
    ...noImageMeta,
    ...(wanted ? fromExif(exif, fromIptc(iptc)) : {}),
    alt: altOf(xmp),
  }
  return {
    ...meta,
    title: filterMarkup(meta.title),
    caption: filterMarkup(meta.caption),
    credit: filterMarkup(meta.credit),
    copyright: filterMarkup(meta.copyright),
    camera: filterMarkup(meta.camera),
    keywords: meta.keywords.map(filterMarkup),
    alt: filterMarkup(meta.alt),
  }
}

async function readGroups(bytes: Buffer): Promise<Groups> {
  // Not needed before the first upload.
  const { default: reader } = await import('exifreader')
  try {
    const { exif = {}, iptc = {}, xmp = {} } = reader.load(bytes, { expanded: true })
    return { exif, iptc, xmp }
  } catch {
    return { exif: {}, iptc: {}, xmp: {} }
  }
}

function fromIptc(iptc: object): Partial<ImageMeta> {
  const text = (name: string): string => iptcTexts(memberOf(iptc, name))[0] ?? ''
  const caption = text('Caption/Abstract')
  const title = [text('Headline'), text('Object Name')].find((one) => !isEmpty(one)) ?? ''
  return {
    title: isEmpty(title) && Buffer.byteLength(caption) < titleBytes ? caption : title,
    caption,
    credit: [text('Credit'), text('By-line')].find((one) => !isEmpty(one)) ?? '',
    copyright: text('Copyright Notice'),
    created_timestamp: timestampOf(text('Date Created'), text('Time Created')),
    keywords: iptcTexts(memberOf(iptc, 'Keywords')),
  }
}

/** `20260304` and `050607+0100`; without an offset GMT. */
function timestampOf(date: string, time: string): string {
  if (isEmpty(date) || isEmpty(time)) return '0'
  const found = /^(\d{4})(\d\d)(\d\d) (\d\d)(\d\d)(\d\d)?([+-]\d\d)?(\d\d)?$/.exec(`${date} ${time}`)
  if (found === null) return ''
  const [, year, month, day, hours, minutes, seconds = '00', zone = '+00', more = '00'] = found
  return toSeconds(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}${zone}:${more}`)
}

/** Days that do not exist roll over, also those of `0000-00-00`, which cameras write without a clock. */
function toSeconds(date: string): string {
  const parsed = parseWireDate(date)
  return parsed === undefined ? '' : String(parsed.time / 1000)
}

function fromExif(exif: object, iptc: Partial<ImageMeta>): Partial<ImageMeta> {
  const text = (name: string): string => textOf(memberOf(exif, name))
  const description = text('ImageDescription')
  const comment = isEmpty(description) ? text('XPComment') : text('UserComment')
  const [, year, month, day, time] = /^(\d{4}):(\d\d):(\d\d) (\S+)/.exec(text('DateTimeDigitized')) ?? []
  const digitized = year === undefined ? undefined : toSeconds(`${year}-${month}-${day}T${time}Z`)
  const isTitle = Buffer.byteLength(description) < titleBytes
  return {
    ...iptc,
    title: firstText(iptc.title, isTitle ? description : ''),
    caption: firstText(iptc.caption, comment, description),
    credit: firstText(iptc.credit, text('Artist'), text('XPAuthor')),
    copyright: firstText(iptc.copyright, text('Copyright')),
    created_timestamp:
      (isEmpty(iptc.created_timestamp) ? digitized : undefined) ?? iptc.created_timestamp ?? '0',
    camera: firstText(text('Model')),
    aperture: String(Math.round(fractionOf(memberOf(exif, 'FNumber')) * 100) / 100),
    focal_length: toFloatText(fractionOf(memberOf(exif, 'FocalLength'))),
    shutter_speed: toFloatText(fractionOf(memberOf(exif, 'ExposureTime'))),
    iso: String(numbersOf(memberOf(exif, 'ISOSpeedRatings'))[0] ?? 0),
    orientation: String(numbersOf(memberOf(exif, 'Orientation'))[0] ?? 0),
  }
}

function firstText(...texts: readonly (string | undefined)[]): string {
  return (texts.find((text) => !isEmpty(text)) ?? '').trim()
}

/** The engine tells 14 digits, and small numbers as `1.0E-5`. */
function toFloatText(value: number): string {
  const rounded = Number(value.toPrecision(14))
  if (rounded === 0 || Math.abs(rounded) >= 1e-4) return String(rounded)
  const [digits = '', exponent] = rounded.toExponential().split('e')
  return `${digits.includes('.') ? digits : `${digits}.0`}E${exponent}`
}

/** A rational number is kept as a pair. */
function fractionOf(tag: unknown): number {
  const [top, bottom] = numbersOf(tag)
  return top === undefined || bottom === undefined || bottom === 0 ? 0 : top / bottom
}

function numbersOf(tag: unknown): number[] {
  const value = memberOf(tag, 'value')
  return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'number')
}

/** UTF-8 is told as such; what is none is taken for Latin-1. */
function textOf(tag: unknown): string {
  const value = memberOf(tag, 'value')
  const [first]: unknown[] = Array.isArray(value) ? value : []
  if (typeof first === 'string') return first
  const description = memberOf(tag, 'description')
  return typeof description === 'string' ? description : ''
}

function iptcTexts(tags: unknown): string[] {
  return (Array.isArray(tags) ? tags : [tags]).flatMap((tag) => {
    const bytes = Buffer.from(numbersOf(tag))
    return bytes.length === 0 ? [] : [fromBytes(bytes).trim()]
  })
}

/** The alternative text for the language of the site, which is English, else the one for all languages. */
function altOf(xmp: object): string {
  const value = memberOf(memberOf(xmp, 'AltTextAccessibility'), 'value')
  const texts: unknown[] = Array.isArray(value) ? value : []
  for (const language of ['en_US', 'en', 'x-default']) {
    const found = texts.find((one) => memberOf(memberOf(one, 'attributes'), 'lang') === language)
    const text = memberOf(found, 'value')
    if (typeof text === 'string' && !isEmpty(text)) return text
  }
  return ''
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
