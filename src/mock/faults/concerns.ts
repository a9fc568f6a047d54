import type { FaultKind, FaultRule } from '../contracts/fault-rule.ts'
import type { MockSide } from '../contracts/side.ts'
import { batchPath } from '../stats-writes.ts'
import { requestsIn } from './batch-prefix.ts'
import { credentialFault } from './credentials.ts'

/** A request as rules see it. `path` is below the side's root, with a leading slash and without a query. */
export type Asked = {
  side: MockSide
  method: string
  path: string
  url: string
  authorization?: string | undefined
  contentType?: string | undefined
  /** The bytes of the body; undefined before they are read, and for requests without a body. */
  body?: Buffer | undefined
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether a rule matches a request, before any draw or count. */
export function concerns(rule: FaultRule, asked: Asked): boolean {
  return concernsLine(rule, asked) && holds(rule, asked) && isLargeEnough(rule, asked)
}

/** Whether the rule requires the body of this request. */
export function needsBody(rule: FaultRule, asked: Asked): boolean {
  return (rule.holds !== undefined || rule.minRequests !== undefined) && concernsLine(rule, asked)
}

/** Whether a rule matches a request, apart from its body. */
function concernsLine(rule: FaultRule, asked: Asked): boolean {
  if (rule.side !== asked.side) return false
  if (rule.method !== undefined && rule.method !== asked.method) return false
  if (rule.path !== undefined && !asked.path.startsWith(rule.path)) return false
  return canHit(rule.kind, asked) && isOfType(rule, asked)
}

/** Whether the content type matches. Most rules match every type. */
function isOfType(rule: FaultRule, { contentType = '' }: Asked): boolean {
  if (rule.kind !== 'refuse-raw' || rule.types === undefined) return true
  return rule.types.includes(contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '')
}

function holds({ holds: text }: FaultRule, { url, body }: Asked): boolean {
  if (text === undefined) return true
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1))
  return [...query.values()].some((value) => value.includes(text)) || body?.includes(text) === true
}

function isLargeEnough({ minRequests }: FaultRule, { path, body }: Asked): boolean {
  if (minRequests === undefined) return true
  return body !== undefined && isBatch(path) && requestsIn(body) >= minRequests
}

/** Whether a kind can affect this request. Other requests do not count towards the rule. */
export function canHit(kind: FaultKind, asked: Asked): boolean {
  switch (kind) {
    case 'wrong-language':
    case 'wrong-gtin':
    case 'blank':
    case 'type-change':
    case 'unknown-fields':
      return asked.path.startsWith('/product/')
    case 'revoke-token':
      return !asked.path.startsWith('/media/')
    case 'strict-credentials':
      return credentialFault(asked.authorization) !== null
    case 'batch-prefix':
      return asked.method === 'POST' && isBatch(asked.path)
    case 'refuse-raw':
      return asked.method === 'POST' && isUpload(asked.path) && !isForm(asked)
    case 'late':
      return !reading.has(asked.method)
    case 'status':
    case 'retry-after':
    case 'limited':
    case 'html':
    case 'maintenance':
    case 'reset-before':
    case 'reset-after':
    case 'reset-body':
    case 'cut':
    case 'php-warning':
    case 'gzip':
    case 'huge':
    case 'strip-headers':
    case 'slow':
    case 'latency':
    case 'hold':
    case 'oddity':
    case 'omit-rows':
    case 'refuse-types':
      return true
  }
}

function isBatch(path: string): boolean {
  return path.replace(/\/+$/, '').toLowerCase() === batchPath
}

function isUpload(path: string): boolean {
  return path.replace(/\/+$/, '') === '/cms/v2/media'
}

function isForm({ contentType }: Asked): boolean {
  return (
    contentType !== undefined &&
    /^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(contentType)
  )
}
