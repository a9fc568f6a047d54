import { z } from 'zod'
import { htmlFields } from '../../contracts/partner.ts'
import { changedFields } from './diff.ts'
import type { Product } from '../record/product.ts'
import { linesOfVersions, readableLines } from '../markup/readable.ts'

/**
 * One field of a product before and after, as plain text, one line per paragraph or list entry; "" if it has no value.
 */
export const ValueDiff = z.strictObject({ field: z.string(), before: z.string(), after: z.string() })
export type ValueDiff = z.infer<typeof ValueDiff>

const markedUp: ReadonlySet<string> = new Set(htmlFields)

/** The fields that differ between two versions of a product, in alphabetical order, as a reader sees them. */
export function diffProducts(before: Product, after: Product): ValueDiff[] {
  return (changedFields(before, after) as (keyof Product)[]).map((field) => {
    const [old, now] = [before[field], after[field]]
    const [from, to] = versionsOf(field, old, now)
    // If only the markup differs, show the markup.
    return from === to && typeof old === 'string' && typeof now === 'string'
      ? { field, before: old, after: now }
      : { field, before: from, after: to }
  })
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
