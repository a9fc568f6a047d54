import { HtmlValidate } from 'html-validate'
import { Parser } from 'htmlparser2'

/** The rules of the HTML standard, not those of style. `no-implicit-close` finds elements that a parser would move. */
const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:document'],
  rules: { 'no-implicit-close': 'error', 'empty-heading': 'error', 'empty-title': 'error' },
})

type Range = readonly [start: number, end: number]
type Fault = { offset: number; text: string }
type Tag = { name: string; attributes: Readonly<Record<string, string>>; range: Range }

const shown = 100

/**
 * The violations of the HTML standard in a document, such as `no-dup-id: Duplicate ID "a", at <p id="a">`. With
 * `within`, only those in elements with this class.
 */
export function findHtmlFaults(html: string, within?: string): string[] {
  const tags = readTags(html)
  const ranges = within === undefined ? [[0, html.length] as const] : rangesOf(tags, within)
  return [...validated(html), ...attributeFaults(tags)]
    .filter(({ offset }) => ranges.some(([start, end]) => offset >= start && offset <= end))
    .map(({ text, offset }) => `${text}, at ${excerptAt(html, offset)}`)
}

/** The number of elements with a class in a document. */
export function countElements(html: string, className: string): number {
  return rangesOf(readTags(html), className).length
}

function validated(html: string): Fault[] {
  const { results } = validator.validateStringSync(html)
  return results
    .flatMap(({ messages }) => messages)
    .map(({ ruleId, message, offset }) => ({ offset, text: `${ruleId}: ${message}` }))
}

/** Checks that the validator lacks: URLs, links to ids, language tags, and alternative text. */
function attributeFaults(tags: readonly Tag[]): Fault[] {
  const ids = new Set(tags.flatMap(({ attributes }) => attributes['id'] ?? []))
  return tags.flatMap(({ name, attributes, range: [offset] }) => {
    const faults = Object.entries(attributes).flatMap(([attribute, value]) => {
      if (attribute === 'href' || attribute === 'src') {
        if (value.startsWith('#') && !ids.has(value.slice(1))) return `no element with the id of ${value}`
        return isUrl(value) ? [] : `invalid URL ${JSON.stringify(value)}`
      }
      const isLanguage = attribute === 'lang' || attribute === 'hreflang'
      return isLanguage && !isLanguageTag(value) ? `invalid language ${JSON.stringify(value)}` : []
    })
    if (name === 'img' && attributes['alt'] === undefined) faults.push('image without alternative text')
    return faults.map((text) => ({ offset, text }))
  })
}

function isUrl(value: string): boolean {
  return !/[\s"<>\\^`{|}]/.test(value) && URL.canParse(value, 'https://site.example/')
}

function isLanguageTag(value: string): boolean {
  try {
    return Intl.getCanonicalLocales(value).length === 1
  } catch {
    return false
  }
}

/** The markup from an offset, or from the start of the tag that contains it. */
function excerptAt(html: string, offset: number): string {
  return html.slice(Math.max(0, html.lastIndexOf('<', offset), offset - shown), offset + shown)
}

function rangesOf(tags: readonly Tag[], className: string): Range[] {
  return tags
    .filter(({ attributes }) => (attributes['class'] ?? '').split(/\s+/).includes(className))
    .map(({ range }) => range)
}

/** The elements of a document, with the positions of their start and end. */
function readTags(html: string): Tag[] {
  const tags: Tag[] = []
  const open: Omit<Tag, 'range'>[] = []
  const starts: number[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      open.push({ name, attributes })
      starts.push(parser.startIndex)
    },
    onclosetag() {
      const tag = open.pop()
      if (tag !== undefined) tags.push({ ...tag, range: [starts.pop() ?? 0, parser.endIndex] })
    },
  })
  parser.end(html)
  return tags
}
