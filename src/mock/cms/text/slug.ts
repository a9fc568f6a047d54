import { stripTags } from './php-text.ts'

const letters: Readonly<Record<string, string>> = {
  ß: 's',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'TH',
  ł: 'l',
  Ł: 'L',
  ħ: 'h',
  Ħ: 'H',
  ı: 'i',
  ŋ: 'n',
  Ŋ: 'N',
  ĸ: 'k',
  ŧ: 't',
  Ŧ: 'T',
  ſ: 's',
  ĳ: 'ij',
  Ĳ: 'IJ',
  Ŀ: 'L',
  ŀ: 'l',
  ŉ: 'n',
  ɑ: 'a',
  ª: 'a',
  º: 'o',
  '€': 'E',
  '£': '',
}

/** Octets to remove: inverted marks, quotes, bullets, trade marks, combining accents, zero-width characters. */
const dropped =
  /%c2%a[dbe9]|%c2%b[4b]|%c2%(a1|bf|b0)|%e2%80%(b9|ba|9c|9d|9e|9f|98|99|9a|9b|a2|a6|8b|8c|8d|8e|8f|aa|ab|ac|ad|ae)|%e2%84%a2|%cb%8a|%cc%(81|80|84|8c)|%cd%81|%ef%bb%bf|%ef%bf%bc/g
const spaces =
  /%c2%a0|%e2%80%(80|81|82|83|84|85|86|87|88|89|8a|93|94|a8|a9|af)|&nbsp;|&#160;|&ndash;|&#8211;|&mdash;|&#8212;|\//g

/**
 * The slug that `sanitize_title` makes of a title or a requested slug: "Hällo Wörld/Foo.PDF" → "hallo-world-foo-pdf".
 */
export function toSlug(text: string): string {
  return toOctets(stripAccents(text), (octets) =>
    octets.replace(spaces, '-').replace(dropped, '').replaceAll('%c3%97', 'x'),
  )
}

/** A search value for slugs. Unlike `toSlug`, keeps accents, slashes and dashes. */
export function toLookupSlug(text: string): string {
  return toOctets(text, (octets) => octets)
}

/** A slug with its letters decoded. */
export function decodeSlug(slug: string): string {
  try {
    return decodeURIComponent(slug)
  } catch {
    return slug
  }
}

function toOctets(text: string, smooth: (octets: string) => string): string {
  if (/^[a-z0-9]+([-_][a-z0-9]+)*$/.test(text)) return cut(text, 200)
  const kept = stripTags(text)
    .replace(/%([a-fA-F0-9]{2})/g, '\ufdd0$1')
    .replaceAll('%', '')
    .replaceAll('\ufdd0', '%')
  const octets = encodeOctets(kept.toLowerCase(), 200).toLowerCase()
  return smooth(octets)
    .replace(/&.+?;/g, '')
    .replaceAll('.', '-')
    .replace(/[^%a-z0-9 _-]/g, '')
    .replace(/ +/g, '-')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '')
}

/** A slug shortened to `length` octets, without splitting an encoded character. */
export function cut(slug: string, length: number): string {
  if (slug.length <= length) return slug
  if (!slug.includes('%')) return slug.slice(0, length).replace(/-+$/, '')
  try {
    return encodeOctets(decodeURIComponent(slug), length).toLowerCase().replace(/-+$/, '')
  } catch {
    return slug.slice(0, length)
  }
}

function encodeOctets(text: string, limit: number): string {
  let encoded = ''
  for (const character of text) {
    const octets = character.charCodeAt(0) < 128 ? character : encodeCharacter(character)
    if (encoded.length + octets.length > limit) break
    encoded += octets
  }
  return encoded
}

function encodeCharacter(character: string): string {
  return character.isWellFormed() ? encodeURIComponent(character) : ''
}

/** Letters that lose their diacritics. Combining marks and rarer letters stay. */
const marked = /[\u00c0-\u017e\u01a0\u01a1\u01af\u01b0\u01cd-\u01dc\u0218-\u021b\u1ea0-\u1ef9]/g

/** Latin letters without diacritics: ä → a, ß → s. */
export function stripAccents(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text
  return text
    .replace(/[\x80-\uffff]/g, (character) => letters[character] ?? character)
    .replace(marked, (character) => character.normalize('NFD').replace(/\p{Mn}/gu, ''))
}
