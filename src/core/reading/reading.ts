import { showValue } from '../text/drift.ts'

/** A value as understood, and a phrase for each oddity in it. */
export type Reading<T> = { value: T; oddities: string[] }

/** A quoted value for a phrase; the client shortens it. */
export function quoteOdd(value: unknown): string {
  const text = typeof value === 'string' ? value : showValue(value)
  return `"${text.replaceAll('"', "'")}"`
}
