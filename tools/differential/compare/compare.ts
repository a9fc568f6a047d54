import { isRecord } from '../../../test/conformance/variables.ts'
import type { Answer, Exchange, Sides } from '../step.ts'
import { type Difference, differences } from './differences.ts'
import type { Ids } from './ids.ts'
import { type Source, type Which, normalise, normaliseText } from './normalise.ts'

/** The comparison of one exchange: status and error code first, then everything else. */
export type Comparison = {
  readonly engine: Outcome
  readonly bundled: Outcome
  /** Empty if the outcomes differ. */
  readonly differences: readonly Difference[]
}

/** `201`, or `400 rest_invalid_param`. */
export type Outcome = string

/** Headers that clients evaluate. The others depend on the web server. */
const headers = [
  'allow',
  'cache-control',
  'content-disposition',
  'content-type',
  'expires',
  'link',
  'location',
  'vary',
  'www-authenticate',
  'x-robots-tag',
  'x-wp-total',
  'x-wp-totalpages',
  'x-wp-upload-attachment-id',
]

/** Compares the two responses of an exchange, and learns ids from them. */
export function compare(exchange: Exchange, sides: Sides, ids: Ids): Comparison {
  const outcomes = { engine: outcomeOf(exchange.engine), bundled: outcomeOf(exchange.bundled) }
  if (outcomes.engine !== outcomes.bundled) return { ...outcomes, differences: [] }
  ids.learn(exchange.engine.json, exchange.bundled.json)
  const nowMs = Date.now()
  const shown = (which: Which): unknown =>
    show(exchange[which], { site: sides[which].site, root: sides[which].root, which, ids, nowMs })
  return { ...outcomes, differences: differences(shown('engine'), shown('bundled')) }
}

export function outcomeOf({ status, json }: Answer): Outcome {
  if (isRecord(json) && Array.isArray(json['responses']))
    return [status, ...json['responses'].map((one: unknown) => subOutcome(one))].join(' ')
  const code = isRecord(json) && status >= 400 ? json['code'] : undefined
  return typeof code === 'string' ? `${status} ${code}` : String(status)
}

/** The outcome of a sub-response of a batch. */
function subOutcome(response: unknown): string {
  if (!isRecord(response)) return 'null'
  const { status, body } = response
  const code = isRecord(body) && Number(status) >= 400 ? body['code'] : undefined
  return typeof code === 'string' ? `${String(status)}:${code}` : String(status)
}

function show(answer: Answer, source: Source): Record<string, unknown> {
  const told = headers.map((name) => {
    const value = answer.headers[name]
    return [name, value === undefined ? undefined : normaliseText(value, source)] as const
  })
  const json = answer.json ?? jsonpOf(answer.text)
  const body = json === undefined ? normaliseText(answer.text, source) : normalise(json, source)
  return { header: Object.fromEntries(told.filter(([, value]) => value !== undefined)), body }
}

/** The argument of a JSONP call. Both sides may format the same JSON differently. */
function jsonpOf(text: string): unknown {
  const argument = /^\/\*\*\/[\w.]+\((.*)\)$/s.exec(text)?.[1]
  return argument === undefined ? undefined : JSON.parse(argument)
}
