import { Parser } from 'htmlparser2'

/** A repair, and the end of a phrase about the text that needed it. */
type Repair = { told: string; repair: (text: string) => string }

const cdata: Repair = {
  told: 'has CDATA marks, which are removed',
  repair: (text) => (text.includes('<![CDATA[') ? text.replace(/<!\[CDATA\[|\]\]>/g, '') : text),
}

/** The characters of Windows-1252 at 0x80 to 0x9F, where Unicode has control characters. */
const windows1252 = new TextDecoder('windows-1252').decode(
  Uint8Array.from({ length: 32 }, (_, at) => 0x80 + at),
)

const wrongControls: Repair = {
  told: 'has characters of Windows-1252, which are converted',
  repair: (text) => text.replace(/[\u0080-\u009f]/g, (char) => windows1252.charAt(char.charCodeAt(0) - 0x80)),
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Text that was encoded as UTF-8, read as Windows-1252, and encoded again, wholly or in part: `für` becomes `fÃ¼r`. */
const encodedTwice: Repair = {
  told: 'is encoded as UTF-8 twice and is decoded',
  repair: (text) =>
    /[\u00c2-\u00f4][^\0-\x7f]/.test(text)
      ? (decodeTwice(text) ?? text.replace(surelyTwice, (found) => decodeTwice(found) ?? found))
      : text,
}

/** Pairs that occur in no language; others, such as `Ä“`, may be a letter before a quotation mark. */
const surelyTwice = /[ÂÃ][\u00a1-\u00aa\u00ac-\u00ba\u00bc-\u00bfŸ„œ]|â€[^\0-\x7f]/g

function decodeTwice(text: string): string | undefined {
  const bytes = Array.from({ length: text.length }, (_, index) => {
    const at = windows1252.indexOf(text.charAt(index))
    return at >= 0 ? 0x80 + at : text.charCodeAt(index)
  })
  if (bytes.some((byte) => byte > 0xff)) return undefined
  try {
    return utf8.decode(Uint8Array.from(bytes))
  } catch {
    return undefined
  }
}

const controls: Repair = {
  told: 'has control characters, which are removed',
  repair: (text) => text.replace(/[^\P{Cc}\t\n\r]/gu, ''),
}

const jsonText: Repair = {
  told: 'is encoded as JSON twice and is decoded',
  repair(text) {
    const trimmed = text.trim()
    if (!trimmed.startsWith('"') || !trimmed.endsWith('"') || !trimmed.includes('\\')) return text
    try {
      return String(JSON.parse(text))
    } catch {
      return text
    }
  },
}

const entity = /&(?:[a-z][a-z\d]{1,30}|#\d{1,7}|#x[\da-f]{1,6});/gi

const entities: Repair = {
  told: 'has HTML entities, which are decoded',
  repair(text) {
    const once = decodeEntities(text)
    // A remaining entity was encoded twice.
    return once === text ? text : decodeEntities(once)
  },
}

function decodeEntities(text: string): string {
  return text.replace(entity, (found) => {
    let decoded = ''
    new Parser({ ontext: (part) => void (decoded += part) }).end(found)
    // The parser also decodes the first letters of an unknown name.
    return decoded.length > 1 && decoded.endsWith(';') ? found : decoded
  })
}

const inlineTags = 'b|strong|i|em|u|span|sub|sup|font'
const lineTags = 'br|p|div|ul|ol|li|h[1-6]'

const tags: Repair = {
  told: 'has HTML tags, which are removed',
  repair(text) {
    if (!new RegExp(`</(?:${inlineTags}|${lineTags})>|<br\\s?/?>`, 'i').test(text)) return text
    return text
      .replace(new RegExp(`</?(?:${inlineTags})(?:[\\s/][^<>]*)?>`, 'gi'), '')
      .replace(new RegExp(`</?(?:${lineTags})(?:[\\s/][^<>]*)?>`, 'gi'), '\n')
      .trim()
  },
}

const entitiesTwice: Repair = {
  told: 'has entities that are encoded twice and are decoded',
  repair: (text) => text.replace(/&amp;(?=(?:[a-z][a-z\d]{1,30}|#\d{1,7}|#x[\da-f]{1,6});)/gi, '&'),
}

const markupTwice: Repair = {
  told: 'is encoded as HTML twice and is decoded',
  repair: (text) =>
    !hasTag(text) && /&lt;\/?(?:p|br|ul|ol|li|div|span|b|strong|i|em|u|h[1-6]|table)\b/i.test(text)
      ? text.replace(/&(lt|gt|quot|amp|#0?39);/gi, (found) => decodeEntities(found))
      : text,
}

const anchor = /(<a\s[^<>]*?\bhref\s*=\s*["']?\s*)(?:\/\/|(?=www\.))(?=(?:[a-z\d-]+\.)+[a-z]{2,})/gi

/**
 * A URL with a host but no scheme has only one meaning. The site of any other relative URL is unknown: PARTNER_BASE_URL
 * is the host of an API, which visitors may not reach.
 */
const links: Repair = {
  told: 'has links without https://, which is added',
  repair: (text) => text.replace(anchor, '$1https://'),
}

const lines: Repair = {
  told: 'is plain text instead of HTML, and its lines are kept',
  repair: (text) => (hasTag(text) || !text.trim().includes('\n') ? text : toMarkup(text)),
}

function hasTag(text: string): boolean {
  return /<\/?[a-z]/i.test(text)
}

const bullet = /^[ \t]*[-•*–][ \t]+/

/** Converts lines to paragraphs, or to list items if they start with a bullet. */
function toMarkup(text: string): string {
  const paragraphs = text.trim().split(/\r?\n(?:[ \t]*\r?\n)+/)
  return paragraphs.map((paragraph) => groupLines(paragraph.split(/\r?\n/))).join('')
}

function groupLines(all: readonly string[]): string {
  const groups: { isList: boolean; lines: string[] }[] = []
  for (const line of all) {
    const isList = bullet.test(line)
    const last = groups.at(-1)
    if (last?.isList === isList) last.lines.push(line)
    else groups.push({ isList, lines: [line] })
  }
  return groups
    .map(({ isList, lines: some }) => (isList ? toList(some) : `<p>${some.join('<br>')}</p>`))
    .join('')
}

function toList(items: readonly string[]): string {
  return `<ul>${items.map((line) => `<li>${line.replace(bullet, '')}</li>`).join('')}</ul>`
}

const everywhere = [jsonText, cdata, encodedTwice, wrongControls, controls]
const ofPlainText = [...everywhere, entities, tags]
const ofMarkup = [...everywhere, markupTwice, entitiesTwice, links, lines]

/** A quick check, because most text needs no repair. */
const mayNeedRepair = /[&<\n"\u0080-\u009f\u00c2-\u00f4]|[^\P{Cc}\t\n\r]/u

/** Plain text without the artefacts of exports; `told` describes the repairs. */
export function repairPlainText(text: string): { text: string; told: string[] } {
  return repairWith(ofPlainText, text)
}

/**
 * An HTML field without the artefacts of exports; `told` includes images and relative links, which the renderer omits.
 */
export function repairMarkup(text: string): { text: string; told: string[] } {
  const repaired = repairWith(ofMarkup, text)
  const told = leftOut.flatMap(([pattern, end]) => (pattern.test(repaired.text) ? [end] : []))
  return { text: repaired.text, told: [...repaired.told, ...told] }
}

const leftOut = [
  [/<img\b/i, 'has images, which are left out'],
  [
    /<a\s[^<>]*?\bhref\s*=\s*["']?(?![\s"'>#]|[a-z][a-z\d+.-]{0,20}:)/i,
    'has relative links, which are left out',
  ],
] as const

function repairWith(repairs: readonly Repair[], text: string): { text: string; told: string[] } {
  if (!mayNeedRepair.test(text)) return { text: text.trim(), told: [] }
  let current = text
  const told: string[] = []
  for (const { told: end, repair } of repairs) {
    const next = repair(current)
    if (next !== current) told.push(end)
    current = next
  }
  return { text: current.trim(), told }
}
