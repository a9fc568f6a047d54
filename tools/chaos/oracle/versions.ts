import { visible } from '../actors/pages.ts'

/** A product as the partner serves it. */
export type Product = Readonly<Record<string, unknown>>

export const assetFields = ['image', 'datasheet', 'safety_datasheet', 'declaration_of_performance']

/** Shown with BANNER=show only. */
export const bannerField = 'banner'

const coreFields = [
  'intro',
  'application',
  'advantages',
  'item_number',
  'image',
  'datasheet',
  'erp_description',
]

/** A version that blanks the name or three core fields at once is not shown. */
export function isSuspect(shown: Product | undefined, said: Product): boolean {
  if (shown === undefined) return false
  const lost = (field: string): boolean => !isBlank(shown[field]) && isBlank(said[field])
  return lost('name') || coreFields.filter(lost).length >= 3
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

export function sameProduct(one: Product | undefined, other: Product): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The words with which `partner.ts` marks each text of a product. */
export function marksOf(product: Product): string[] {
  return [...new Set(JSON.stringify(product).match(/\bzx[a-z0-9]+/g))]
}

const fields = ['intro', 'application', 'advantages', 'substrate', 'limiting_factors', 'item_number'] as const

/** Text fields of a product that its page shows, each with its field name. A page shows the introduction once. */
export function shownTexts(version: Product): [string, string][] {
  const texts: [string, string][] = []
  for (const field of fields) {
    const text = version[field]
    const shown = typeof text !== 'string' || field === 'intro' ? text : withoutIntro(text, version['intro'])
    if (typeof shown === 'string' && shown.trim() !== '') texts.push([field, shown])
  }
  for (const list of ['attributes', 'materials'] as const) {
    for (const { name, norm, value } of (version[list] ?? []) as Record<string, string | null>[])
      for (const text of [name, norm, value]) if (typeof text === 'string') texts.push([list, plain(text)])
  }
  return texts
}

function withoutIntro(markup: string, intro: unknown): string {
  const shown = visible(plain(typeof intro === 'string' ? intro : ''))
  return markup.replaceAll(/<p>([^]*?)<\/p>/g, (paragraph, text: string) =>
    visible(text) === shown ? '' : paragraph,
  )
}

/** A plain text has no markup: its characters are literal. */
export function plain(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Whether a version lacks the field without which its page stays a draft. */
export function lacksRequired(version: Product, field: string | undefined): boolean {
  return field !== undefined && isBlank(version[field])
}

/** The value that a version shares with its family; "" without one. */
export function familyOf(version: Product | undefined, by: string): string {
  const value = version?.[by]
  return typeof value === 'string' ? value.trim() : ''
}
