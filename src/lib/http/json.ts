import { headerOf, type Reply } from './send.ts'

const decoder = new TextDecoder()

/** The JSON value of a reply's body, a leading byte order mark ignored; undefined when it is not JSON. */
export function jsonOf(reply: Reply): unknown {
  try {
    return JSON.parse(decoder.decode(reply.bytes))
  } catch {
    return undefined
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A few words about a reply for an error message: its status, type, size and, if JSON says so, its reason. */
export function describeReply(reply: Reply): string {
  const said = saidIn(jsonOf(reply))
  if (said !== '') return `${reply.status}: ${said}`
  const type = headerOf(reply, 'content-type') ?? 'no content type'
  const coding = headerOf(reply, 'content-encoding')
  const packed =
    coding === undefined || coding === 'identity' ? '' : `, compressed (${coding}) though not asked to be`
  return `${reply.status} with ${reply.bytes.length} bytes of ${type}${packed}`
}

function saidIn(body: unknown): string {
  if (!isObject(body)) return ''
  const parts = [body['code'], body['message'], body['detail']].filter((part) => typeof part === 'string')
  return parts.join(': ').slice(0, 300)
}
