import type { z } from 'zod'
import { reasonOf } from '../../lib/errors.ts'
import { DamagedError, NewerFormatError, toText } from '../../lib/stored-errors.ts'
import type { Damaged, StoredPlace } from '../../lib/stored-errors.ts'
import { quote } from '../../lib/text/quote.ts'
import { hideSecretsIn } from '../../lib/text/secrets.ts'
import { compress, decompress } from './codec.ts'

/** The storage of one kind of value: JSON with its format version in `v`, which version 1 omits. */
export type Shape<T> = {
  name: string
  version: number
  encode(value: T): string
  /** Throws DamagedError or NewerFormatError that names the place. */
  decode(text: string, place: StoredPlace): T
  /** Like `decode`, but undefined for a damaged value. */
  tryDecode(text: string, place: StoredPlace): T | undefined
  /** The text that a value was read from, or would be stored as; shows whether the stored value has changed. */
  textOf(value: T): string
  /** The compressed result of `encode`. */
  pack(value: T): Buffer
  unpack(bytes: Buffer, place: StoredPlace): T
}

type Versions = { version: number; upgrade: (value: unknown) => unknown }

/** Fields with text from outside, which are stored without secrets; the content of pages must not change. */
type Told<T> = { told?: readonly (keyof T)[] }

/** Version 1 of a shape. */
export const firstVersion: Versions = { version: 1, upgrade: (value) => value }

/** Version 2 of a shape that has gained optional fields. */
export const secondVersion: Versions = { version: 2, upgrade: (value) => value }

/**
 * Defines a stored shape. Values are parsed here, at the edge, and trusted everywhere else. The schema has no defaults
 * or transforms: a valid value is returned unchanged, with its fields in order.
 */
export function defineShape<T extends object>(
  name: string,
  schema: z.ZodType<T>,
  { version, upgrade, told = [] }: Versions & Told<T> = firstVersion,
): Shape<T> {
  const olderTexts = new WeakMap<T, string>()
  const fits = (value: unknown): value is T => schema.safeParse(value).success
  const damaged = (reason: string, place: StoredPlace): DamagedError =>
    new DamagedError([{ shape: name, place, reason }])

  const encode = (value: T): string => {
    const shown: T = told.length === 0 ? value : withoutSecrets(value, told)
    return version === 1 ? JSON.stringify(shown) : JSON.stringify({ v: version, ...shown })
  }

  function decode(text: string, place: StoredPlace): T {
    let stored: unknown
    try {
      stored = JSON.parse(text)
    } catch (error) {
      throw damaged(reasonOf(error), place)
    }
    const { found, value } = splitVersion(stored)
    if (!Number.isInteger(found) || found < 1) throw damaged(`invalid format version ${found}`, place)
    if (found > version)
      throw new NewerFormatError(`The stored ${name} at ${toText(place)}`, { found, known: version })
    const current = found < version ? upgrade(value) : value
    if (!fits(current)) throw damaged(faultOf(schema.safeParse(current)), place)
    if (found < version) olderTexts.set(current, text)
    return current
  }

  return {
    name,
    version,
    encode,
    decode,
    tryDecode: (text, place) => unlessDamaged(() => decode(text, place)),
    textOf: (value) => olderTexts.get(value) ?? encode(value),
    pack: (value) => compress(encode(value)),
    unpack(bytes, place) {
      let text: string
      try {
        text = decompress(bytes)
      } catch (error) {
        throw damaged(`not a compressed text (${reasonOf(error)})`, place)
      }
      return decode(text, place)
    },
  }
}

function withoutSecrets<T extends object>(value: T, told: readonly (keyof T)[]): T {
  const shown = { ...value }
  for (const member of told) if (member in shown) shown[member] = hideSecretsIn(shown[member])
  return shown
}

/** Why a value does not match its schema. */
export function faultOf({ error }: { error?: z.ZodError | undefined }): string {
  const [issue] = error?.issues ?? []
  if (issue === undefined) return 'unexpected shape'
  return [...(issue.path.length > 0 ? [issue.path.join('.')] : []), issue.message].join(': ')
}

/** Decodes stored values; one DamagedError names all unreadable ones. */
export function decodeAll<S, T>(
  stored: readonly (S | null)[],
  decode: (value: S, index: number) => T,
): (T | undefined)[] {
  const faults: Damaged[] = []
  const values = stored.map((value, index) => {
    if (value === null) return undefined
    try {
      return decode(value, index)
    } catch (error) {
      if (!(error instanceof DamagedError)) throw error
      for (const fault of error.damaged) faults.push(fault)
      return undefined
    }
  })
  if (faults.length > 0) throw new DamagedError(faults)
  return values
}

/** The value, or undefined if it is damaged: one bad value must not hide a whole list. */
export function unlessDamaged<T>(decode: () => T): T | undefined {
  try {
    return decode()
  } catch (error) {
    if (error instanceof DamagedError) return undefined
    throw error
  }
}

/** A stored count whose loss does no harm: an invalid one restarts at 0. */
export function toCount(text: string | null | undefined): number {
  return /^\d{1,15}$/.test(text ?? '') ? Number(text) : 0
}

export function decodeInteger(text: string, place: StoredPlace): number {
  const value = Number(text)
  if (text.trim() !== '' && Number.isSafeInteger(value)) return value
  throw new DamagedError([{ shape: 'number', place, reason: `"${quote(text, 40)}" is not an integer` }])
}

function splitVersion(stored: unknown): { found: number; value: unknown } {
  if (typeof stored !== 'object' || stored === null || !('v' in stored)) return { found: 1, value: stored }
  const { v, ...value } = stored
  return { found: Number(v), value }
}
