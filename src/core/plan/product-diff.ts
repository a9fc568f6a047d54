import { z } from 'zod'
import { htmlFields } from '../../contracts/partner.ts'
import { columnPrefix } from '../mapping/publish-if.ts'
import type { Product } from '../record/product.ts'
import { firstLine } from '../text/first-line.ts'
import { changedFields } from './diff.ts'
import { linesOfVersions, readableLines } from '../markup/readable.ts'

/**
 * One field of a product before and after, as plain text, one line per paragraph or list entry; "" if it has no value.
 */
export const ValueDiff = z.strictObject({ field: z.string(), before: z.string(), after: z.string() })
export type ValueDiff = z.infer<typeof ValueDiff>

const markedUp: ReadonlySet<string> = new Set(htmlFields)

/**
 * The fields that differ between two versions of a product, in alphabetical order, as a reader sees them. Each column of
 * the catalogue is a field.
 */
export function diffProducts(before: Product, after: Product): ValueDiff[] {
  return (changedFields(before, after) as (keyof Product)[]).flatMap((field) => {
    if (field === 'catalog') return columnDiffs(before, after)
    const [old, now] = [before[field], after[field]]
    const [from, to] = versionsOf(field, old, now)
    // If only the markup differs, show the markup.
    return from === to && typeof old === 'string' && typeof now === 'string'
      ? [{ field, before: old, after: now }]
      : [{ field, before: from, after: to }]
  })
}

/** The same fields with their values as plain text, shortened to a line. */
export function diffValues(before: Product, after: Product): ValueDiff[] {
  return (changedFields(before, after) as (keyof Product)[])
    .flatMap((field) => {
      if (field === 'catalog') return columnDiffs(before, after)
      return [{ field, before: valueText(field, before[field]), after: valueText(field, after[field]) }]
    })
    .map(toLines)
}

export function toLines({ field, before, after }: ValueDiff): ValueDiff {
  return { field, before: firstLine(before), after: firstLine(after) }
}

function columnDiffs(before: Product, after: Product): ValueDiff[] {
  const names = [before, after].flatMap(({ catalog = [] }) => catalog.map(({ name }) => columnPrefix + name))
  return [...new Set(names)].sort().flatMap((field) => {
    const diff = { field, before: fieldText(before, field), after: fieldText(after, field) }
    return diff.before === diff.after ? [] : [diff]
  })
}

/** A field or a column of the catalogue (`catalog.<column>`) as plain text; "" if it has no value. */
export function fieldText(product: Product, field: string): string {
  if (!field.startsWith(columnPrefix)) return valueText(field, product[field as keyof Product])
  const column = product.catalog?.find(({ name }) => columnPrefix + name === field)
  return column?.value.trim() ?? ''
}

function versionsOf(
  field: string,
  old: Product[keyof Product],
  now: Product[keyof Product],
): readonly [string, string] {
  if (!markedUp.has(field) || typeof old !== 'string' || typeof now !== 'string')
    return [valueText(field, old), valueText(field, now)]
  const [before, after] = linesOfVersions([old, now])
  return [before.join('\n'), after.join('\n')]
}

/** The value of a field as plain text; "" if it has no value. */
export function valueText(field: string, value: Product[keyof Product]): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return markedUp.has(field) ? readableLines(value).join('\n') : value
  return value.map(toEntry).join('\n')
}

function toEntry(entry: Product['attributes'][number] | Product['materials'][number]): string {
  const norm = 'norm' in entry && entry.norm !== '' ? ` (${entry.norm})` : ''
  return `${entry.name}${norm}: ${entry.value}`
}
