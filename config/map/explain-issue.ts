import type { z } from 'zod'
import { sourceFields } from '../../src/core/mapping/field-map.ts'
import { closestTo } from '../../src/core/text/closest-to.ts'
import { quote } from '../../src/lib/text/quote.ts'
import { fieldKeys, fileKeys, isLanguageCode } from './map-schema.ts'

/** The errors of an issue, each a sentence with its place: `fields.meta.price.as is "nmber". Did you mean number?` */
export function explainIssue(issue: z.core.$ZodIssue, before: readonly string[]): string[] {
  const path = [...before, ...issue.path.map(String)]
  const place = path.join('.') || 'the file'
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => explainKey(key, path))
    case 'invalid_key':
      return issue.issues.map(({ message }) => `${place}: the key ${message}.`)
    case 'invalid_type':
      return [`${place} is ${show(issue.input)}. Allowed: ${allowedAt(path, issue)}.`]
    case 'invalid_value':
      return [`${place} is ${show(issue.input)}. ${explainValue(issue.input, issue.values.map(String))}`]
    case 'invalid_union':
      return branchOf(issue).flatMap((inner) => explainIssue(inner, path))
    case 'invalid_format':
      if (path.at(-1) === 'from')
        return [`${place} is ${show(issue.input)}. ${explainValue(issue.input, sourceFields)}`]
      return [`${place} ${issue.message}.`]
    case 'custom':
    case 'invalid_element':
    case 'not_multiple_of':
    case 'too_big':
    case 'too_small':
      return [`${place} ${issue.message}.`]
  }
}

/** A list or an object may be large, and even contain itself. */
function show(input: unknown): string {
  if (Array.isArray(input)) return 'a list'
  if (typeof input === 'object' && input !== null) return 'an object'
  return quote(JSON.stringify(input), 60)
}

function explainKey(key: string, path: readonly string[]): string {
  const place = [...path, key].join('.')
  const known = path.length === 0 ? fileKeys : fieldKeys
  const meant = closestTo(key, known)
  if (meant !== undefined) return `${place} is not a known key. Did you mean ${meant}?`
  const hint = path.length > 0 && isLanguageCode(key) ? ' Put the values per language below text.' : ''
  return `${place} is not a known key. Allowed: ${known.join(', ')}.${hint}`
}

function allowedAt(path: readonly string[], { expected, input }: z.core.$ZodIssueInvalidType): string {
  if (expected === 'string') return typeof input === 'object' ? 'a text' : 'a text, in quotes'
  return path.length === 0 ? fileKeys.join(', ') : 'a word for each value, such as { available: In stock }'
}

function explainValue(input: unknown, allowed: readonly string[]): string {
  const name = String(input)
  if (name.startsWith('catalog.')) return 'Name a column of the catalogue, such as catalog.category.'
  const meant = closestTo(name, allowed)
  return meant === undefined ? `Allowed: ${allowed.join(', ')}.` : `Did you mean ${meant}?`
}

/** The errors of the alternative with the right type: for values per language, those of single languages. */
function branchOf({ errors }: z.core.$ZodIssueInvalidUnion): readonly z.core.$ZodIssue[] {
  const isOfType = ({ code, path }: z.core.$ZodIssue): boolean => code !== 'invalid_type' || path.length > 0
  return errors.find((issues) => issues.every(isOfType)) ?? errors[0] ?? []
}
