import { cleanTextLine } from '../text/clean.ts'
import { absInt } from './php.ts'
import type { Arg, Args, Schema } from './schema/schema.ts'

export const contexts = ['view', 'embed', 'edit'] as const

export const contextArg = { type: 'string', enum: contexts, default: 'view', early: true } satisfies Arg
/** `context` without a default. */
export const plainContextArg = { type: 'string', enum: contexts, early: true } satisfies Arg

export const pageArgs = {
  context: contextArg,
  page: { type: 'integer', default: 1, minimum: 1, early: true, clean: absInt },
  per_page: { type: 'integer', default: 10, minimum: 1, maximum: 100, early: true, clean: absInt },
  search: {
    type: 'string',
    early: true,
    clean: (value) => (typeof value === 'string' ? cleanTextLine(value) : ''),
  },
} satisfies Args

export const dateArg: Arg = { type: 'string', format: 'date-time' }
export const integerList: Arg = { type: 'array', items: { type: 'integer' }, default: [] }
export const textList: Arg = { type: 'array', items: { type: 'string' } }
export const forceArg: Arg = { type: 'boolean', default: false }

export function orderArg(first: 'asc' | 'desc'): Arg {
  return { type: 'string', default: first, enum: ['asc', 'desc'] }
}

/** Marks every property of an item schema as `early`, because WordPress validates these first in writes. */
export function writeArgs(properties: Readonly<Record<string, Arg | Schema>>): Args {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, { early: true, ...schema }]),
  )
}
