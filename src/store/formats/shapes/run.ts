import type { z } from 'zod'
import { reasonOf } from '../../../lib/errors.ts'
import { DamagedError, NewerFormatError } from '../../../lib/stored-errors.ts'
import { hideSecrets, hideSecretsIn } from '../../../lib/text/secrets.ts'
import { Run, type RunState } from '../../../core/run/run.ts'
import { faultOf } from '../define-shape.ts'
import { type Refusal } from '../../../core/reasons/refusal.ts'
import { upgradeReasons } from '../upgrades/text-reasons.ts'

const name = 'run'

/**
 * A run is a hash of JSON values, so that its fields change one by one; `v` holds the version from version 2 on. A run
 * of version 3 may have a plan that was made again or approved in part. One of version 4 may be held for a language,
 * for vanished pages or for lost data. From version 5 on, guards and refusals are numbers and codes instead of texts; from version
 * 6 on, notes are. From version 7 on, samples may show mapped fields; from version 8 on, notes may name omitted columns.
 * One of version 9 may be held for unusual values. One of version 10 may be approved as a sample, a language or a pattern, or undo a part of another one.
 * One of version 11 may be held with values of other runs, or because it gains or loses languages.
 * From version 12 on, notes may count images without smaller sizes.
 */
export const runShape = { name, version: 12 }

/** The stored fields of a run; text from outside loses its secrets. */
export function encodeRun(patch: Partial<Run>): Record<string, string> {
  const { failure, refusal } = patch
  const told = {
    ...(failure && { failure: { ...failure, message: hideSecrets(failure.message) } }),
    ...(refusal && { refusal: withoutSecrets(refusal) }),
  }
  const shown = { ...patch, ...told, ...hideSecretsIn(pick(patch, toldMembers), ['code']) }
  const members = Object.entries({ v: runShape.version, ...shown })
  return Object.fromEntries(members.map(([field, value]) => [field, JSON.stringify(value)]))
}

/** Fields with text from outside; the others contain our own text, which must not change. */
const toldMembers = ['notes', 'unknownFields', 'oddities'] as const

/** Hides secrets only in the detail: a code or a record that equals a secret must not change. */
function withoutSecrets(refusal: Refusal): Refusal {
  return 'detail' in refusal && refusal.detail !== undefined
    ? { ...refusal, detail: hideSecrets(refusal.detail) }
    : refusal
}

function pick(patch: Partial<Run>, names: readonly (keyof Run)[]): Partial<Run> {
  return Object.fromEntries(names.filter((one) => one in patch).map((one) => [one, patch[one]]))
}

/** A whole run; throws DamagedError or NewerFormatError. */
export function decodeRun(fields: Readonly<Record<string, string>>, key: string): Run {
  return decodeMembers(Run, fields, key)
}

/** Only the state, which is read before each batch. */
export function decodeState(json: string, key: string): RunState {
  return decodeMembers(State, { state: json }, key).state
}

const State = Run.pick({ state: true })

const Origin = Run.pick({
  kind: true,
  trigger: true,
  createdAt: true,
  approvedPart: true,
  undoPart: true,
})

/** The fields of a run that the history shows. */
export function decodeOrigin(fields: Readonly<Record<string, string>>, key: string): z.infer<typeof Origin> {
  return decodeMembers(Origin, fields, key)
}

const Facts = Run.pick({
  id: true,
  kind: true,
  trigger: true,
  state: true,
  createdAt: true,
  findings: true,
  scope: true,
})
/** The fields by which runs are filtered and compared. */
export type RunFacts = z.infer<typeof Facts>
export const runFactNames = Object.keys(Facts.shape) as (keyof RunFacts)[]

/** The fields by which a run is filtered and compared. */
export function decodeFacts(fields: Readonly<Record<string, string>>, key: string): RunFacts {
  return decodeMembers(Facts, fields, key)
}

function decodeMembers<T>(schema: z.ZodType<T>, fields: Readonly<Record<string, string>>, key: string): T {
  const { v = '1', ...members } = fields
  const { version: known } = runShape
  if (!(Number(v) <= known)) throw new NewerFormatError(`The stored ${name} at ${key}`, { found: v, known })
  const parsed = schema.safeParse(upgradeReasons(parseEach(members, key)))
  if (parsed.success) return parsed.data
  throw damaged(key, faultOf(parsed))
}

function parseEach(members: Readonly<Record<string, string>>, key: string): Record<string, unknown> {
  const parsed: Record<string, unknown> = {}
  for (const [field, json] of Object.entries(members)) {
    try {
      parsed[field] = JSON.parse(json)
    } catch (error) {
      throw damaged(`${key} ${field}`, reasonOf(error))
    }
  }
  return parsed
}

function damaged(key: string, reason: string): DamagedError {
  return new DamagedError([{ shape: name, place: { key }, reason }])
}
