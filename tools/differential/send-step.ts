import { Agent, request } from 'undici'
import { bodyOf, credentials } from '../../test/conformance/request.ts'
import { fillText } from '../../test/conformance/variables.ts'
import type { Answer, Step } from './step.ts'

/** An id without a row, for references whose step failed or was removed. */
const missingId = 999_999

/** A connection for each request, because reusing one that the server closes would look like a crash. */
const agent = new Agent({ pipelining: 0, headersTimeout: 60_000 })

/** The status of a request without a response, because the connection was refused or broke. */
export const noAnswer = 0

/** Pairs of names: ours, theirs. */
export type Target = { readonly root: string; readonly names: readonly (readonly [string, string])[] }

/** Sends a step to a server with other names for the namespaces. */
export async function sendStep(
  { root, names }: Target,
  step: Step,
  variables: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const filled = { ...missing(step), ...variables }
  const { payload, contentType } = await bodyOf(step, filled)
  try {
    const { statusCode, headers, body } = await request(root + rename(fillText(step.path, filled), names), {
      dispatcher: agent,
      method: step.method,
      headers: { 'user-agent': 'comparison', ...credentials(step.as), ...contentType, ...step.headers },
      ...(payload === undefined ? {} : { body: renameBody(payload, contentType, names) }),
    })
    const text = await body.text()
    const told = Object.entries(headers).map(([name, value]) => [name, String(value)])
    return { status: statusCode, headers: Object.fromEntries(told), text, json: parse(text) }
  } catch (error) {
    return { status: noAnswer, headers: {}, text: String(error), json: undefined }
  }
}

function rename(text: string, names: Target['names']): string {
  return names.reduce((renamed, [ours, theirs]) => renamed.replaceAll(ours, theirs), text)
}

/** Only JSON can contain a path: the sub-requests of a batch. */
function renameBody(
  payload: Buffer,
  contentType: Record<string, string> | undefined,
  names: Target['names'],
): Buffer {
  if (names.length === 0 || contentType?.['content-type'] !== 'application/json') return payload
  return Buffer.from(rename(payload.toString(), names))
}

function missing(step: Step): Record<string, unknown> {
  const used = JSON.stringify(step).matchAll(/\{\{(\w+)\}\}/g)
  return Object.fromEntries([...used].map(([, name = '']) => [name, missingId]))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
