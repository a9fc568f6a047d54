import type { Product } from '../record/product.ts'
import { latinName } from '../text/latin-name.ts'

/** The fields that a slug may contain. */
export const slugFields = ['gtin', 'language', 'name', 'item_number'] as const
export type SlugField = (typeof slugFields)[number]

/** A slug as text and fields, in their order. */
export type SlugTemplate = readonly (string | { field: SlugField })[]

/** WordPress stores 200 bytes, of which a number or the suffix of the trash may take 12. */
export const mostInSlug = 188

/** Whether the slugs of two records always differ. The language is added if it is missing. */
export function identifiesRecords(template: SlugTemplate): boolean {
  return hasField(template, 'gtin') || (hasField(template, 'item_number') && hasField(template, 'language'))
}

/**
 * The slug of a product's page in the form that WordPress keeps: a-z, 0-9 and single hyphens, at most 188 characters.
 * A long name is cut after a word. Without {language}, the language is added, so that a product's pages differ.
 * Undefined if the product has no value that identifies it.
 */
export function renderSlug(template: SlugTemplate, product: Product): string | undefined {
  const named = hasField(template, 'language') ? template : [...template, '-', { field: 'language' } as const]
  const others = fill(named, product, '')
  if (others.length > mostInSlug || !isIdentified(template, product)) return undefined
  const name = cutAfterWord(latinWords(product.name, product.language), mostInSlug - others.length - 1)
  return fill(named, product, name)
}

function hasField(template: SlugTemplate, wanted: SlugField): boolean {
  return template.some((part) => typeof part !== 'string' && part.field === wanted)
}

function isIdentified(template: SlugTemplate, { item_number, language }: Product): boolean {
  return hasField(template, 'gtin') || latinName(item_number, language) !== undefined
}

function fill(template: SlugTemplate, product: Product, name: string): string {
  const values: Readonly<Record<SlugField, string>> = {
    gtin: product.gtin,
    language: product.language,
    name,
    item_number: latinName(product.item_number, product.language) ?? '',
  }
  const text = template.map((part) => (typeof part === 'string' ? part : values[part.field])).join('')
  return text.replace(/-+/g, '-').replace(/^-|-$/g, '')
}

/** The words of a name that can be written in Latin letters; others would be stored as escape sequences. */
function latinWords(name: string, language: string): string {
  return name
    .split(/\s+/)
    .flatMap((word) => latinName(word, language) ?? [])
    .join('-')
}

function cutAfterWord(words: string, most: number): string {
  if (words.length <= most) return words
  const cut = words.slice(0, Math.max(most, 0))
  return words[cut.length] === '-' ? cut : cut.slice(0, Math.max(cut.lastIndexOf('-'), 0))
}
