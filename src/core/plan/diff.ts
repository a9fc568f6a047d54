import type { Product } from '../record/product.ts'
import { digestOf } from '../record/digest.ts'

/** The names of the fields in which two products differ, in alphabetical order. */
export function changedFields(before: Product, after: Product): string[] {
  const names = Object.keys(after) as (keyof Product)[]
  return names.filter((name) => !same(before[name], after[name])).sort()
}

function same(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && digestOf(a) === digestOf(b))
}
