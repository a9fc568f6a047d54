import { imageFields, pdfFields } from '../../contracts/partner.ts'
import { fileKey } from '../media/signed-url.ts'
import type { Product } from '../record/product.ts'
import { digestOf } from '../record/digest.ts'

const links = [...pdfFields, ...imageFields] as const

/** The names of the fields in which two products differ, in alphabetical order. */
export function changedFields(before: Product, after: Product): string[] {
  const names = Object.keys(after) as (keyof Product)[]
  return names.filter((name) => differIn(name, before, after)).sort()
}

/** Whether two products differ in a field; earlier versions stored links with their signature. */
export function differIn(name: keyof Product, before: Product, after: Product): boolean {
  return isLink(name) ? fileKey(before[name]) !== fileKey(after[name]) : !same(before[name], after[name])
}

function isLink(name: keyof Product): name is (typeof links)[number] {
  return links.some((link) => link === name)
}

function same(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && digestOf(a) === digestOf(b))
}
