import { isEmpty } from '../rest/php.ts'
import type { ImageMeta } from '../store/rows.ts'
import { filterMarkup } from '../text/kses.ts'
import { fractionOf, iptcTexts, memberOf, numbersOf, textOf, toFloatText, toSeconds } from './tag-values.ts'

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

/** Longer text is not used as a title. */
const titleBytes = 80
const withExif = new Set(['image/jpeg', 'image/tiff'])

/** The tags that the library found, by name. */
type Groups = { readonly exif: object; readonly iptc: object; readonly xmp: object }

/**
 * Reads the metadata that `wp_read_image_metadata` reads: IPTC first, then EXIF for empty fields, both from JPEG and
 * TIFF only. The alternative text is from XMP. An image with missing or broken metadata gets `noImageMeta`.
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
  // Loaded on the first upload.
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

/** `20260304` and `050607+0100`; GMT without an offset. */
function timestampOf(date: string, time: string): string {
  if (isEmpty(date) || isEmpty(time)) return '0'
  const found = /^(\d{4})(\d\d)(\d\d) (\d\d)(\d\d)(\d\d)?([+-]\d\d)?(\d\d)?$/.exec(`${date} ${time}`)
  if (found === null) return ''
  const [, year, month, day, hours, minutes, seconds = '00', zone = '+00', more = '00'] = found
  return toSeconds(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}${zone}:${more}`)
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

/** The alternative text in the site's language, which is English, else the one for all languages. */
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
