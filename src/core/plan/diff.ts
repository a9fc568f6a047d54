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
  return isLink(name) ? keyOf(before[name]) !== keyOf(after[name]) : !same(before[name], after[name])
}

function isLink(name: keyof Product): name is (typeof links)[number] {
  return links.some((link) => link === name)
}

/** The key of a link, which an older snapshot may not have. */
function keyOf(link: string | undefined): string | undefined {
  return link === undefined ? undefined : fileKey(link)
}

function same(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && digestOf(a) === digestOf(b))
}
