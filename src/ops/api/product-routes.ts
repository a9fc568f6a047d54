import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Gtin, Language } from '../../contracts/gtin.ts'
import { sayUnknown, whyOf } from '../../core/decisions/history.ts'
import type { OpsDeps } from '../deps.ts'
import { HttpError } from '../http/http-error.ts'
import { parseInput } from '../http/parse-input.ts'

const ProductParams = z.strictObject({ gtin: Gtin })
const HistoryInput = z.strictObject({ language: Language.optional() })

/** `/api/products/:gtin`: the mirrored records of a product, and its history. */
export function routeProducts(
  app: FastifyInstance,
  { snapshots, history }: Pick<OpsDeps, 'snapshots' | 'history'>,
): void {
  app.get('/api/products/:gtin', async (request) => {
    const { gtin } = parseInput(ProductParams, request.params)
    const languages = (await snapshots.languages()).toSorted()
    const found = await snapshots.read(languages.map((language) => ({ gtin, language })))
    const records = found.flatMap((snapshot) => {
      if (snapshot === undefined) return []
      const { pageId, state, digest, runId, writtenAt, product } = snapshot
      return [{ language: product.language, pageId, state, digest, runId, writtenAt, name: product.name }]
    })
    if (records.length === 0) {
      throw new HttpError(404, 'no_such_product', `Product ${gtin} has no page in any language.`)
    }
    return { gtin, records }
  })

  app.get('/api/products/:gtin/history', async (request) => {
    const { gtin } = parseInput(ProductParams, request.params)
    const { language } = parseInput(HistoryInput, request.query)
    const known = await history(gtin, language)
    const unknown = sayUnknown(known, gtin, language)
    if (unknown !== undefined) throw new HttpError(404, 'no_such_product', unknown)
    return {
      gtin,
      pages: known.pages,
      entries: known.entries.map((entry) => ({ ...entry, why: whyOf(entry) })),
    }
  })
}
