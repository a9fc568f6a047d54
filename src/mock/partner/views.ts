import type { FastifyRequest } from 'fastify'
import { gtinAt } from '../seed/gtins.ts'
import { originOf } from '../sides.ts'
import { encode, type View } from './answer.ts'
import { createLru } from './lru.ts'
import type { Products, ServedRecord } from './products.ts'

/** When everything that has no date of its own was last changed. */
export const published = new Date(Date.UTC(2025, 0, 7, 6, 30))

const cacheBytes = 24 * 1024 * 1024

/** An error as the service words it. */
export function refuse(status: number, detail: string): View {
  return { status, body: encode({ detail }) }
}

/** The entry point: where the resources are, with a GTIN to try. */
export function rootView(base: string): View {
  const body = {
    product: `${base}/product/${gtinAt(0)}/`,
    language: `${base}/language/`,
    docs: `${base}/docs/`,
  }
  return { status: 200, body: encode(body), modified: published }
}

/** The languages, each with its code and its own name; the first is the default. */
export function languageList(products: Products): View {
  const body = products.languages().map((code) => ({ code, name: nameOf(code) }))
  return { status: 200, body: encode(body), modified: published }
}

/**
 * Makes the view of one record, or the 404 that says it does not exist; planned faults may give another language or
 * blank fields. Records that nothing touched are kept encoded for a while, as a service in production would.
 */
export function createProductView(products: Products): (request: FastifyRequest) => View {
  const cache = createLru<View>(cacheBytes, (view) => view.body.bytes.length)
  let version = products.version()

  return (request) => {
    const { gtin } = request.params as { gtin: string }
    const { language } = request.query as { language?: string | string[] }
    const asked = Array.isArray(language) ? language.at(-1) : language
    const origin = originOf(request)
    if (request.fault?.kind === 'wrong-language' || request.fault?.kind === 'blank') {
      return faultyView(products, request.fault, { gtin, asked, origin })
    }
    if (version !== products.version()) cache.clear()
    version = products.version()
    const key = `${origin} ${gtin} ${asked ?? ''}`
    const known = cache.get(key)
    if (known !== undefined) return known
    const view = viewOf(products.find(gtin, asked, origin))
    cache.set(key, view)
    return view
  }
}

function viewOf(found: ServedRecord | null): View {
  if (found === null) return refuse(404, 'No Product matches the given query.')
  return { status: 200, body: encode(found.fields), modified: found.modified }
}

type RecordFault = Extract<FastifyRequest['fault'], { kind: 'wrong-language' | 'blank' }>
type Asked = { gtin: string; asked: string | undefined; origin: string }

function faultyView(products: Products, fault: RecordFault, { gtin, asked, origin }: Asked): View {
  if (fault.kind === 'wrong-language')
    return viewOf(products.find(gtin, otherLanguage(products, asked), origin))
  const found = products.find(gtin, asked, origin)
  return viewOf(found === null ? null : { ...found, fields: blanked(found.fields, fault.fields) })
}

function otherLanguage(products: Products, asked: string | undefined): string | undefined {
  const languages = products.languages()
  const current = asked !== undefined && languages.includes(asked) ? asked : languages[0]
  return languages.find((code) => code !== current) ?? current
}

/** The named fields emptied: lists to `[]`, everything else to `""`. */
function blanked(fields: ServedRecord['fields'], names: readonly string[]): Record<string, unknown> {
  const result: Record<string, unknown> = { ...fields }
  for (const name of names) result[name] = Array.isArray(result[name]) ? [] : ''
  return result
}

function nameOf(code: string): string {
  return new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code
}
