import { z } from 'zod'
import { quoteOdd, type Reading } from './reading.ts'
import { readText, textOf } from './read-text.ts'

const List = z.array(z.unknown())

type Entry = { name: string; norm: string; value: string }

/** Reads the entries of a list of attributes or materials; entries without a name are omitted. */
export function readEntries(field: string, sent: unknown): Reading<Entry[]> {
  if (isNothing(sent)) return { value: [], oddities: [] }
  if (!Array.isArray(sent)) return { value: [], oddities: [`${field} is not a list and is left out`] }
  const readings = sent.map((entry: unknown) => readEntry(field, entry))
  return {
    value: readings.flatMap(({ value }) => (value === undefined ? [] : [value])),
    oddities: readings.flatMap(({ oddities }) => oddities),
  }
}

/** The body with real lists, even if the partner encoded them as JSON twice, or as objects of index → entry. */
export function withDecodedLists(body: object): { body: Record<string, unknown>; oddities: string[] } {
  const decoded: Record<string, unknown> = { ...body }
  const oddities = ['attributes', 'materials'].flatMap((field) => {
    const found = listIn(decoded[field])
    if (found === undefined) return []
    decoded[field] = found.list
    return [`${field} ${found.told}`]
  })
  return { body: decoded, oddities }
}

function listIn(value: unknown): { list: unknown[]; told: string } | undefined {
  if (isIndexed(value)) return { list: Object.values(value), told: 'is an object and is read as a list' }
  if (typeof value !== 'string' || !value.trim().startsWith('[')) return undefined
  try {
    return { list: List.parse(JSON.parse(value)), told: 'is encoded as JSON twice and is decoded' }
  } catch {
    return undefined
  }
}

/** Whether a value is an object with numeric keys, as PHP encodes a list after an entry was removed. */
function isIndexed(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const names = Object.keys(value)
  return names.length > 0 && names.every((name) => /^\d+$/.test(name))
}

function isNothing(sent: unknown): boolean {
  if (sent === null || sent === undefined || sent === '') return true
  return typeof sent === 'object' && !Array.isArray(sent) && Object.keys(sent).length === 0
}

function readEntry(field: string, entry: unknown): Reading<Entry | undefined> {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    return { value: undefined, oddities: [`${field} have the entry ${quoteOdd(entry)}, which is left out`] }
  const sent: Readonly<Record<string, unknown>> = { ...entry }
  const name = readText(`the name in ${field}`, sent['name'])
  if (name.value === '')
    return { value: undefined, oddities: [`${field} have an entry without a name, which is left out`] }
  const norm = readText(`the norm in ${field}`, sent['norm'])
  const value = readText(`the value in ${field}`, wordOf(sent['value']))
  return {
    value: { name: name.value, norm: norm.value, value: value.value },
    oddities: [...name.oddities, ...norm.oddities, ...value.oddities],
  }
}

/** A boolean is shown as its word. */
function wordOf(value: unknown): unknown {
  return typeof value === 'boolean' ? String(value) : (textOf(value) ?? value)
}
