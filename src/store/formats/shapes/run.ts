import type { z } from 'zod'
import { reasonOf } from '../../../lib/errors.ts'
import { DamagedError, NewerFormatError } from '../../../lib/stored-errors.ts'
import { Run, type RunState } from '../../../core/record/run.ts'
import { renameMembers } from '../upgrade-members.ts'

const name = 'run'

/** A run is a hash of JSON texts, so that each member changes alone; from version 2 on `v` holds the version. */
export const runShape = { name, version: 2 }

/** The fields in which members of a run are stored. */
export function encodeRun(patch: Partial<Run>): Record<string, string> {
  const members = Object.entries({ v: runShape.version, ...patch })
  return Object.fromEntries(members.map(([field, value]) => [field, JSON.stringify(value)]))
}

/** A whole run; throws DamagedError or NewerFormatError. */
export function decodeRun(fields: Readonly<Record<string, string>>, key: string): Run {
  return decodeMembers(Run, fields, key)
}

/** Of a run its state alone, which is read before each batch. */
export function decodeState(json: string, key: string): RunState {
  return decodeMembers(State, { state: json }, key).state
}

const State = Run.pick({ state: true })

const Origin = Run.pick({ kind: true, trigger: true, createdAt: true })

/** What the history tells of a run. */
export function decodeOrigin(fields: Readonly<Record<string, string>>, key: string): z.infer<typeof Origin> {
  return decodeMembers(Origin, fields, key)
}

function decodeMembers<T>(schema: z.ZodType<T>, fields: Readonly<Record<string, string>>, key: string): T {
  const { v = '1', ...members } = fields
  const { version: known } = runShape
  if (!(Number(v) <= known)) throw new NewerFormatError(`The stored ${name} at ${key}`, { found: v, known })
  const parsed = schema.safeParse(upgrade(parseEach(members, key)))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw damaged(key, issue === undefined ? 'of another shape' : `${issue.path.join('.')}: ${issue.message}`)
}

/** Looks at the members, not at `v`: a run that version 2 goes on with has members of both versions. */
function upgrade({ failure, findings, ...members }: Record<string, unknown>): unknown {
  const { mended, repaired = mended, ...others } = members
  const kinds = { twin: 'duplicate' }
  return {
    ...others,
    ...(failure !== undefined && { failure: renameMembers(failure, { side: 'cause' }) }),
    ...(findings !== undefined && { findings: renameMembers(findings, kinds) }),
    ...(repaired !== undefined && { repaired: renameMembers(repaired, kinds) }),
  }
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
