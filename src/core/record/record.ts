import { z } from 'zod'

/** A record: one product in one language. It has exactly one page. */
export const RecordKey = z.strictObject({ gtin: z.string(), language: z.string() })
export type RecordKey = Readonly<z.infer<typeof RecordKey>>

/** `4026639012345/de-de`: the record's name in Redis, logs, reports and plans. */
export function recordId({ gtin, language }: RecordKey): string {
  return `${gtin}/${language}`
}

/** The record that a `recordId` names. */
export function toRecordKey(id: string): RecordKey {
  const slash = id.indexOf('/')
  return { gtin: id.slice(0, slash), language: id.slice(slash + 1) }
}

/** The slug with which a page was created; undefined if it is the default one. */
export type CreatedSlug = { slug?: string | undefined }

/**
 * The slug of a record's page: the one it was created with, else the default one. Never only digits: WordPress takes
 * those for dates and appends `-2`.
 */
export function slugOf({ gtin, language }: RecordKey, { slug }: CreatedSlug = {}): string {
  return slug ?? `gtin-${gtin}-${language}`
}

/** The slug to store with a record: undefined for the default one. */
export function createdSlug(key: RecordKey, slug: string): string | undefined {
  return slug === slugOf(key) ? undefined : slug
}

/**
 * The class tokens that identify the mirrored block of a record. Class names are the only place that survives every
 * editor.
 */
export function identityTokens({ gtin, language }: RecordKey): readonly string[] {
  return ['product-mirror', `gtin-${gtin}`, `lang-${language}`]
}
