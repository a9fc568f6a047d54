import {
  type MapRow,
  type MapSource,
  type MappedAs,
  type SourceField,
  type TargetField,
  fileFields,
  listFields,
} from '../../src/core/mapping/field-map.ts'
import { columnPrefix } from '../../src/core/mapping/publish-if.ts'
import { fieldGroups, isReservedMeta, isTarget, pageFields, placeOf } from '../../src/core/mapping/target.ts'
import { closestTo } from '../../src/core/text/closest-to.ts'
import { numberFields } from '../../src/contracts/partner.ts'
import { toLanguageCode } from '../../src/contracts/language-code.ts'
import { quote } from '../../src/lib/text/quote.ts'
import { explainIssue } from './explain-issue.ts'
import { type Field, fieldSchemaOf } from './map-schema.ts'
import { ruleFaults } from './rule-faults.ts'

/** A field of the map, or else every error, each with its place in the file. */
export type FieldRead = { readonly row?: MapRow; readonly faults: readonly string[] }

/** Reads one field of a map. */
export function readField(target: string, value: unknown): FieldRead {
  const place = ['fields', quote(target, 60)]
  const at = (fault: string): string => `${place.join('.')} ${fault}`
  const parsed = fieldSchemaOf(value).safeParse(value, { reportInput: true })
  const faults = [...targetFaults(target), ...(parsed.success ? sourceFaults(parsed.data) : [])].map(at)
  if (!parsed.success)
    return { faults: [...faults, ...parsed.error.issues.flatMap((issue) => explainIssue(issue, place))] }
  const source = sourceOf(parsed.data)
  if (faults.length > 0 || source === undefined || !isTarget(target)) return { faults }
  const row = rowOf(target, source, parsed.data)
  const broken = ruleFaults(row).map(at)
  return broken.length === 0 ? { row, faults: [] } : { faults: broken }
}

const maintained: ReadonlySet<string> = new Set(['content', 'slug', 'status', 'parent', 'featured_media'])
const allowedTargets = `Allowed: ${pageFields.join(', ')}, meta.<key>, acf.<field>, terms.<taxonomy>.`

function targetFaults(target: string): string[] {
  if (isTarget(target)) return []
  if (maintained.has(target)) return [`is a field that the mirror maintains itself. ${allowedTargets}`]
  if (isReservedMeta(target)) return ['is a field that the block editor maintains. Remove it.']
  const meant = closestTarget(target)
  return [
    `is not a field that a map can fill. ${meant === undefined ? allowedTargets : `Did you mean ${meant}?`}`,
  ]
}

/** `titel` is meant as `title`, `mata.price` as `meta.price`, `categories` as `terms.categories`. */
function closestTarget(target: string): string | undefined {
  if (target === 'categories' || target === 'tags') return `terms.${target}`
  const dot = target.indexOf('.')
  if (dot < 0) return closestTo(target, pageFields)
  const group = closestTo(target.slice(0, dot), fieldGroups)
  const meant = `${group}${target.slice(dot)}`
  return group !== undefined && isTarget(meant) ? meant : undefined
}

function sourceFaults({ from, text }: Field): string[] {
  if (from === undefined && text === undefined) return ['has no value. Set from or text.']
  if (from !== undefined && text !== undefined) return ['has both from and text. Remove one of them.']
  if (typeof text !== 'object') return []
  const codes = Object.keys(text).map(toLanguageCode)
  const repeated = new Set(codes.filter((code, index) => codes.indexOf(code) !== index))
  if (codes.length === 0) return ['has an empty text. Add a text per language.']
  return [...repeated].map((code) => `has two values for ${code}. Remove one of them.`)
}

function sourceOf({ from, text }: Field): MapSource | undefined {
  if (from !== undefined) return fieldOrColumn(from)
  if (typeof text === 'string') return { kind: 'text', text }
  if (text === undefined) return undefined
  const texts = Object.entries(text).map(([code, one]) => [toLanguageCode(code), one])
  return { kind: 'texts', texts: Object.fromEntries(texts) }
}

function fieldOrColumn(from: string): MapSource {
  return from.startsWith(columnPrefix)
    ? { kind: 'column', column: from.slice(columnPrefix.length).trim() }
    : { kind: 'field', field: from as SourceField }
}

/** Adds the defaults. */
function rowOf(target: TargetField, source: MapSource, field: Field): MapRow {
  const { words = {} } = field
  const { as = defaultAs(target, source, words) } = field
  const isOfTerms = placeOf(target).group === 'terms'
  const { owner = isOfTerms && as === 'list' ? 'shared' : 'partner' } = field
  return { target, source, as, owner, words }
}

function defaultAs(target: TargetField, source: MapSource, words: MapRow['words']): MappedAs {
  if (placeOf(target).group === 'terms') return 'list'
  if (target === 'menu_order') return 'integer'
  if (target === 'title' || target === 'excerpt' || source.kind !== 'field') return 'text'
  const isOne = (names: readonly string[]): boolean => names.includes(source.field)
  if (isOne(listFields)) return 'list'
  if (Object.keys(words).length > 0) return 'text'
  if (isOne(numberFields)) return 'number'
  if (isOne(fileFields)) return 'media'
  return source.field === 'folded' ? 'boolean' : 'text'
}
