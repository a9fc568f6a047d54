import { htmlFields, imageFields, pdfFields } from '../../contracts/partner.ts'
import { fileKey } from '../text/signed-url.ts'
import { readMarkup } from '../html/markup.ts'
import type { Product } from '../record/product.ts'
import { digestOf } from '../text/digest.ts'

const links = [...pdfFields, ...imageFields] as const

/** The names of the fields in which two products differ, in alphabetical order. */
export function changedFields(before: Product, after: Product): string[] {
  const names = Object.keys(after) as (keyof Product)[]
  return names.filter((name) => differIn(name, before, after)).sort()
}

/**
 * Whether pages show a difference between two products in a field. For each response, programs may generate new ids,
 * comments and signatures in markup, and another order of a list. Earlier versions stored links with their signature.
 */
export function differIn(name: keyof Product, before: Product, after: Product): boolean {
  if (isLink(name)) return keyOf(before[name]) !== keyOf(after[name])
  if (same(before[name], after[name])) return false
  if (name === 'attributes' || name === 'materials') return !same(sorted(before[name]), sorted(after[name]))
  return !isHtml(name) || !same(shown(before[name]), shown(after[name]))
}

function sorted(entries: readonly unknown[] | undefined): string[] | undefined {
  return entries?.map(digestOf).sort()
}

function isHtml(name: keyof Product): name is (typeof htmlFields)[number] {
  return htmlFields.some((field) => field === name)
}

/** The content of an HTML field as shown on a page, without the signatures of its links. */
function shown(html: string | undefined): unknown {
  const unsigned = html?.replace(/\bhttps?:\/\/[^\s"'<>]+/g, (url) => fileKey(url.replaceAll('&amp;', '&')))
  return unsigned === undefined ? undefined : readMarkup(unsigned)
}

function isLink(name: keyof Product): name is (typeof links)[number] {
  return links.some((link) => link === name)
}

/** The key of a link; an older snapshot may not have the field. */
function keyOf(link: string | undefined): string | undefined {
  return link === undefined ? undefined : fileKey(link)
}

function same(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && digestOf(a) === digestOf(b))
}
