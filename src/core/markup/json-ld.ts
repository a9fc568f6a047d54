/** A value of JSON-LD; a property that is undefined is omitted. */
export type JsonLdValue =
  | string
  | number
  | readonly JsonLdValue[]
  | { readonly [property: string]: JsonLdValue | undefined }
export type JsonLd = Readonly<Record<string, JsonLdValue | undefined>>

export const jsonLdType = 'application/ld+json'
const opening = `<script type="${jsonLdType}">`
const closing = '</script>'

const htmlOpen = String.raw`<!-- wp:html (?:\{[^>]*\} )?-->`
const htmlClose = '<!-- /wp:html -->'
const script = String.raw`<script\b[^>]*\stype=["']?application/ld\+json\b[^>]*>[^]*?</script>`
const wholeBlock = new RegExp(String.raw`\s*${htmlOpen}\s*${script}\s*${htmlClose}`, 'g')
/** The JSON of a script whose tags an HTML filter has removed. */
const filteredBlock = new RegExp(
  String.raw`(${htmlOpen}\s*)(\{"@context":"https?://schema\.org"[^<]*\})(?=\s*${htmlClose})`,
  'g',
)

/** Data for search engines as an HTML block; "" without data. No content of the data can change the page around it. */
export function jsonLdBlock(data: JsonLd | undefined): string {
  if (data === undefined) return ''
  return `<!-- wp:html -->\n${opening}${scriptJson(data)}${closing}\n${htmlClose}`
}

export function isJsonLdBlock(block: string): boolean {
  return block.startsWith('<!-- wp:html ') && block.replace(wholeBlock, '') === ''
}

/** The markup without its blocks of JSON-LD. */
export function withoutJsonLd(markup: string): string {
  return markup.includes(jsonLdType) ? markup.replace(wholeBlock, '').replace(/^\n+/, '') : markup
}

const availability = /"availability":"[^"]*"/
const discontinued = '"availability":"https://schema.org/Discontinued"'

/** The markup with offers of a product that is no longer available. */
export function asDiscontinued(markup: string): string {
  return markup.replace(wholeBlock, (block) =>
    availability.test(block)
      ? block.replace(availability, discontinued)
      : block.replace('"@type":"Offer"', `"@type":"Offer",${discontinued}`),
  )
}

/** Whether an HTML filter has removed the tags of JSON-LD, so that visitors see its text. */
export function hasFilteredJsonLd(markup: string): boolean {
  return unfiltered(markup) !== markup
}

/** The markup as it was before an HTML filter removed the tags of its JSON-LD. */
export function unfiltered(markup: string): string {
  return markup.replace(filteredBlock, (_, head: string, json: string) => head + opening + json + closing)
}

/**
 * JSON in which neither HTML parsers nor WordPress's filters, macros and editors find anything to change. Only strings
 * contain such characters.
 */
function scriptJson(data: JsonLd): string {
  return JSON.stringify(data).replace(/"(?:[^"\\]|\\.)*"/g, (string) => {
    // Most strings are plain, and this check is cheaper than three passes.
    if (!string.includes('\\') && !string.includes('--') && string.search(unsafe) === -1) return string
    return string
      .replaceAll(/\\(["\\])/g, (_, char: string) => escaped(char))
      .replaceAll('--', () => '--'.replaceAll('-', escaped))
      .replaceAll(unsafe, escaped)
  })
}

/** Markup, macros, controls, invisible characters, and those that a database may not be able to store. */
const unsafe = /[<>&[\]\u007f-\u00a0\u2028\u2029\p{Cf}\p{Cn}\p{Co}\u{10000}-\u{10ffff}]/gu

/** Each UTF-16 unit as `\u003c`. */
function escaped(text: string): string {
  return text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
