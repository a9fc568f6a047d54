import type { FastifyRequest } from 'fastify'
import { spoilFields } from '../faults/records.ts'
import { gtinAt } from '../seed/gtins.ts'
import { originOf } from '../sides.ts'
import { encode, type View } from './answer.ts'
import type { Products } from './products.ts'
import type { Signer } from './signing.ts'

/** The modification date of everything without its own date. */
export const published = new Date(Date.UTC(2025, 0, 7, 6, 30))

/** An error in the service's format. */
export function refuse(status: number, detail: string): View {
  return { status, body: encode({ detail }) }
}

/** The entry point: the URLs of the resources, with an example GTIN. */
export function rootView(base: string): View {
  const body = {
    product: `${base}/product/${gtinAt(0)}/`,
    language: `${base}/language/`,
    docs: `${base}/docs/`,
  }
  return { status: 200, body: encode(body), modified: published }
}

/** The languages, each with its code and native name. The first is the default. */
export function languageList(products: Products): View {
  const body = products.languages().map((code) => ({ code, name: nameOf(code) }))
  return { status: 200, body: encode(body), modified: published }
}

/** One record, or a 404 if it does not exist. Rules may change its language or fields. */
export function productView(
  { products, signer }: { products: Products; signer: Signer | null },
  request: FastifyRequest,
): View {
  const { gtin } = request.params as { gtin: string }
  const { language } = request.query as { language?: string | string[] }
  const asked = Array.isArray(language) ? language.at(-1) : language
  const { fault } = request
  const wanted = fault?.kind === 'wrong-language' ? otherLanguage(products, asked) : asked
  const found = products.find(gtin, wanted, originOf(request))
  if (found === null) return refuse(404, 'No Product matches the given query.')
  const fields = signer === null ? found.fields : signer.sign(found.fields, originOf(request))
  return { status: 200, body: encode(spoilFields(fields, fault)), modified: found.modified }
}

function otherLanguage(products: Products, asked: string | undefined): string | undefined {
  const languages = products.languages()
  const current = asked !== undefined && languages.includes(asked) ? asked : languages[0]
  return languages.find((code) => code !== current) ?? current
}

function nameOf(code: string): string {
  return new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code
}
