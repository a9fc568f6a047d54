import { z } from 'zod'
import { quoteOdd, type Reading } from './reading.ts'
import { readText, textOf } from './read-text.ts'

const List = z.array(z.unknown())

type Entry = { name: string; norm: string; value: string }

/** Reads the entries of a list of attributes or materials; one that has no name is left out. */
export function readEntries(field: string, sent: unknown): Reading<Entry[]> {
  if (isNothing(sent)) return { value: [], oddities: [] }
  if (!Array.isArray(sent)) return { value: [], oddities: [`${field} is not a list and is left out`] }
  const readings = sent.map((entry: unknown) => readEntry(field, entry))
  return {
    value: readings.flatMap(({ value }) => (value === undefined ? [] : [value])),
    oddities: readings.flatMap(({ oddities }) => oddities),
  }
}

/** The body with lists that are encoded as JSON twice decoded. */
export function withDecodedLists(body: object): { body: Record<string, unknown>; oddities: string[] } {
  const decoded: Record<string, unknown> = { ...body }
  const oddities = ['attributes', 'materials'].flatMap((field) => {
    const list = listIn(decoded[field])
    if (list === undefined) return []
    decoded[field] = list
    return [`${field} is encoded as JSON twice and is decoded`]
  })
  return { body: decoded, oddities }
}

function listIn(value: unknown): unknown[] | undefined {
  if (typeof value !== 'string' || !value.trim().startsWith('[')) return undefined
  try {
    return List.parse(JSON.parse(value))
  } catch {
    return undefined
  }
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

/** A value that is true or false is shown as its word. */
function wordOf(value: unknown): unknown {
  return typeof value === 'boolean' ? String(value) : (textOf(value) ?? value)
}
