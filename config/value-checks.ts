import { CronExpressionParser } from 'cron-parser'
import { reasonOf } from '../src/lib/errors.ts'

/** The Standard Webhooks specification requires keys of 24 to 64 bytes. */
export function hasKeyLength(secret: string): boolean {
  const { length } = Buffer.from(secret.replace('whsec_', ''), 'base64')
  return length >= 24 && length <= 64
}

/**
 * Why a value is not a cron expression; undefined if it is. Requires five or six fields, or a name such as `@daily`,
 * because the parser pads missing fields silently.
 */
export function cronFault(value: string): string | undefined {
  if (!/^(?:@\w+|\S+(?:\s+\S+){4,5})$/.test(value)) {
    const { length } = value.split(/\s+/).filter((field) => field !== '')
    return `it has ${length} ${length === 1 ? 'field' : 'fields'} instead of 5 or 6`
  }
  try {
    CronExpressionParser.parse(value)
    return undefined
  } catch (error) {
    return reasonOf(error)
  }
}

/** Calls Intl instead of searching its list, which lacks valid aliases such as Europe/Kyiv. */
export function isTimeZone(value: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** An http(s) URL of a host, with at most a port, a user and a password. */
export function isProxyUrl(value: string): boolean {
  const url = URL.parse(value)
  if (url === null || !/^https?:$/.test(url.protocol)) return false
  try {
    decodeURIComponent(url.username + url.password)
  } catch {
    return false
  }
  return url.pathname === '/' && url.search === '' && url.hash === ''
}
