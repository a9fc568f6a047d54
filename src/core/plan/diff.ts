import type { Product } from '../record/product.ts'
import { digestOf } from '../record/digest.ts'

/** The names of the fields in which two products differ, in alphabetical order. */
export function changedFields(before: Product, after: Product): string[] {
  const names = Object.keys(after) as (keyof Product)[]
  return names.filter((name) => differIn(name, before, after)).sort()
}

/** Whether two products differ in a field. */
export function differIn(name: keyof Product, before: Product, after: Product): boolean {
  return !same(before[name], after[name])
}

function same(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && digestOf(a) === digestOf(b))
}
