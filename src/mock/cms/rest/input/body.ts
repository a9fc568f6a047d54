import { isUtf8 } from 'node:buffer'
import { RestError } from '../error.ts'
import { isMap } from '../php.ts'
import { type JsonFault, jsonFaultIn } from './json-fault.ts'
import { type Params, parseQuery } from './query-string.ts'

export type ParsedBody = {
  readonly json?: Params
  readonly form?: Params
  readonly invalidBody?: RestError
  readonly scalarBody?: boolean
}

const maxDepth = 512
const tooDeep: JsonFault = { code: 1, message: 'Maximum stack depth exceeded' }
const malformed: JsonFault = { code: 5, message: 'Malformed UTF-8 characters, possibly incorrectly encoded' }
const unpaired: JsonFault = { code: 10, message: 'Single unpaired UTF-16 surrogate in unicode escape' }
const jsonType = /(^|\s|,)application\/([\w!#$&\-^.+]+\+)?json(\+oembed)?($|\s|;|,)/i

export function isJsonType(contentType: string): boolean {
  return jsonType.test(contentType)
}

/** Parses a body by its content type. Other types than JSON and forms have no parameters. */
export function parseBody(contentType: string, bytes: Buffer): ParsedBody {
  if (bytes.length === 0) return {}
  if (isJsonType(contentType)) return parseJson(bytes)
  if (/^application\/x-www-form-urlencoded/i.test(contentType)) return { form: parseQuery(bytes.toString()) }
  return {}
}

function parseJson(bytes: Buffer): ParsedBody {
  if (!isUtf8(bytes)) return refuseJson(malformed)
  const text = bytes.toString()
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return refuseJson(jsonFaultIn(text))
  }
  if (/\\u[dD][89a-fA-F]/.test(text) && !isWellFormed(value)) return refuseJson(unpaired)
  if (mayBeDeep(text) && depthOf(value) > maxDepth) return refuseJson(tooDeep)
  if (isMap(value)) return { json: value }
  if (Array.isArray(value)) return { json: Object.fromEntries(value.entries()) }
  return value === null || value === false || value === 0 ? {} : { scalarBody: true }
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, member]) => key.isWellFormed() && isWellFormed(member))
}

/** A cheap check that avoids walking most bodies: only a text with that many opening brackets can be too deep. */
function mayBeDeep(text: string): boolean {
  let opened = 0
  for (let index = 0; index < text.length && opened <= maxDepth; index++) {
    const code = text.charCodeAt(index)
    if (code === 0x5b || code === 0x7b) opened++
  }
  return opened > maxDepth
}

function depthOf(value: unknown): number {
  let depth = 0
  let level: unknown[] = [value]
  while (level.length > 0) {
    level = level.flatMap((node) =>
      (typeof node === 'object' && node !== null ? [Object.values(node)] : []).flat(),
    )
    depth++
  }
  return depth - 1
}

function refuseJson({ code, message }: JsonFault): ParsedBody {
  const data = { json_error_code: code, json_error_message: message }
  return { invalidBody: new RestError('rest_invalid_json', 'Invalid JSON body passed.', 400, { data }) }
}
