import {
  identifiesRecords,
  slugFields,
  type SlugField,
  type SlugTemplate,
} from '../../src/core/mapping/page-slug.ts'
import { closestTo } from '../../src/core/text/closest-to.ts'
import { quote } from '../../src/lib/text/quote.ts'

const mostFixed = 100
const allowed = slugFields.map((field) => `{${field}}`).join(', ')

/** Reads the slug of a map, or else returns every error, in words that follow its name. */
export function readSlug(text: string): { slug?: SlugTemplate; faults: readonly string[] } {
  const parts = text.split(/(\{[^{}]*\})/).filter((part) => part !== '')
  const names = parts.filter(isPlaceholder).map((part) => part.slice(1, -1))
  const fixed = parts.filter((part) => !isPlaceholder(part))
  const faults = [
    ...names.filter((name) => !isSlugField(name)).map(explainName),
    ...slugFields.filter((field) => names.filter((name) => name === field).length > 1).map(explainRepeated),
    ...fixed.filter((part) => /[^a-z0-9-]/.test(part)).map(explainFixed),
    ...(fixed.join('').length > mostFixed
      ? [`has more than ${mostFixed} characters without its placeholders. Shorten it.`]
      : []),
    ...parts.flatMap((part, index) => explainNeighbours(part, parts[index + 1])),
  ]
  const slug = parts.map((part) => (isPlaceholder(part) ? { field: part.slice(1, -1) as SlugField } : part))
  if (faults.length > 0) return { faults }
  if (!identifiesRecords(slug))
    return {
      faults: [
        `is ${quoted(text)}, which several pages would have. Add {gtin}, or {item_number} and {language}.`,
      ],
    }
  return { slug, faults }
}

function isPlaceholder(part: string): boolean {
  return part.startsWith('{') && part.endsWith('}')
}

function isSlugField(name: string): boolean {
  return slugFields.some((field) => field === name)
}

function explainName(name: string): string {
  const meant = closestTo(name, slugFields)
  return `has the placeholder ${quoted(`{${name}}`)}. ${meant === undefined ? `Allowed: ${allowed}.` : `Did you mean {${meant}}?`}`
}

function explainRepeated(field: SlugField): string {
  return `has {${field}} twice. Remove one of them.`
}

function explainFixed(part: string): string {
  const remedy = /[{}]/.test(part)
    ? 'A placeholder has a brace at both ends, such as {gtin}.'
    : 'Only a to z, 0 to 9 and hyphens are allowed between placeholders.'
  return `has the text ${quoted(part)}. ${remedy}`
}

/** Without a hyphen, two pages could have the same slug: 12 + 3 and 1 + 23. */
function explainNeighbours(part: string, next: string | undefined): string[] {
  if (next === undefined) return []
  const [before, after] = [part.at(-1) ?? '', next.at(0) ?? '']
  return before === '-' || after === '-' || /[^a-z0-9{}-]/.test(before + after)
    ? []
    : [`has no hyphen between ${quoted(part)} and ${quoted(next)}. Add one.`]
}

function quoted(text: string): string {
  return quote(JSON.stringify(text), 60)
}
