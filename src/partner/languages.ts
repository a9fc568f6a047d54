import { z } from 'zod'
import { Language } from '../contracts/gtin.ts'
import { UnreachableError, UnusableError } from '../lib/errors.ts'
import type { Read } from '../lib/http/exchange.ts'
import { describeResponse, jsonOf } from '../lib/http/json.ts'
import { oversized, type RequestFailure, type Response, withAdvice } from '../lib/http/send.ts'
import { quote } from '../lib/text/quote.ts'
import type { PartnerBase } from './base.ts'
import { codeOf, entriesOf } from './language-list.ts'
import { assertTokenAccepted, isPassing } from './product.ts'

/** Sends a GET request to the partner. */
export type Get = <T>(
  request: {
    path: string
    etag?: string | undefined
    read: (response: Response) => Read<T>
    /** The path of the same request for something that was served before. */
    otherPath?: () => Promise<string | undefined>
  },
  signal: AbortSignal,
) => Promise<{ ok: true; value: T } | RequestFailure>

const Paged = z.looseObject({ next: z.string().nullish() })

/**
 * Reads all pages of the language list: unique valid codes in lower case, and a warning for each other entry.
 * Refuses a list of more than `most` pages or entries.
 */
export async function fetchLanguages(
  get: Get,
  { base, most }: { base: PartnerBase; most: number },
  signal: AbortSignal,
): Promise<{ languages: string[]; faults: string[] }> {
  const codes: string[] = []
  const seen = new Set<string>()
  for (let next: string | undefined = `${base.path}/language/`; next !== undefined && !seen.has(next);) {
    if (seen.size === most) throw tooLong('pages', most)
    seen.add(next)
    const result = await get({ path: next, read: readList }, signal)
    if (!result.ok) {
      if (result.code === oversized) throw tooLong('entries', most)
      throw new UnreachableError(
        'partner',
        `The partner’s language list could not be read: ${withAdvice(result, 'Check PARTNER_BASE_URL, and that the partner is up.')}`,
        { cause: result.cause },
      )
    }
    const entries = listIn(result.value)
    if (codes.length + entries.length > most) throw tooLong('entries', most)
    for (const entry of entries) if (entry !== null) codes.push(codeIn(entry))
    next = nextPath(result.value, base.origin)
  }
  const lower = [...new Set(codes)]
  const languages = lower.filter((code) => Language.safeParse(code).success)
  if (languages.length === 0) {
    throw new UnusableError(
      'partner',
      `The partner’s language list contains no language code (${lower.length} entries). Ask the partner, or check PARTNER_BASE_URL.`,
    )
  }
  const faults = lower
    .filter((code) => !languages.includes(code))
    .map(
      (code) =>
        `The partner’s language list contains "${quote(code, 40)}", which is not a language code; it is left out.`,
    )
  return { languages, faults }
}

function readList(response: Response): Read<unknown> {
  assertTokenAccepted(response)
  const reason = `the partner returned ${describeResponse(response)}`
  if (isPassing(response.status)) return { ok: false, reason }
  if (response.status !== 200) {
    throw new UnusableError(
      'partner',
      `There is no language list at PARTNER_BASE_URL: ${reason}. Check that it is the URL of the product data service.`,
    )
  }
  const body = jsonOf(response)
  return body === undefined
    ? { ok: false, reason: `${reason}, which is not JSON` }
    : { ok: true, value: body }
}

function tooLong(what: 'pages' | 'entries', most: number): UnusableError {
  return new UnusableError(
    'partner',
    `The partner’s language list has more than ${most} ${what}. If that is right, raise PARTNER_MAX_LANGUAGES; otherwise contact the partner.`,
  )
}

/**
 * The entries. Their number is checked before their codes are read: to list an error for each of many would
 * take long.
 */
function listIn(body: unknown): unknown[] {
  const entries = entriesOf(body)
  if (entries !== undefined) return entries
  throw unknownForm()
}

function codeIn(entry: unknown): string {
  const code = codeOf(entry)
  if (code !== undefined) return code
  throw unknownForm()
}

function unknownForm(): UnusableError {
  return new UnusableError(
    'partner',
    'The partner’s language list has an unknown form: it contains no codes, pairs or objects with a code. Ask the partner, or check PARTNER_BASE_URL.',
  )
}

/**
 * The path of the next page, requested at our own origin: behind a proxy, a partner may write links with
 * another scheme or without its port. Another host is refused, because it must not receive the token.
 */
function nextPath(body: unknown, origin: string): string | undefined {
  const next = Paged.safeParse(body).data?.next
  if (next === null || next === undefined || next === '') return undefined
  const own = new URL(origin)
  const url = URL.parse(next, origin)
  const isOwn = url?.hostname === own.hostname && (url.port === '' || url.port === own.port)
  if (url === null || !isOwn || !/^https?:$/.test(url.protocol)) {
    throw new UnusableError(
      'partner',
      `The next page of the partner’s language list is "${quote(next)}", which is not at ${origin}. Ask the partner.`,
    )
  }
  return url.pathname + url.search
}
