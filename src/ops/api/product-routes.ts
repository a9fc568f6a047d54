import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Gtin } from '../../contracts/gtin.ts'
import type { OpsDeps } from '../deps.ts'
import { HttpError } from '../http-error.ts'
import { parseInput } from './parse-input.ts'

const ProductParams = z.strictObject({ gtin: Gtin })

/** `/api/products/:gtin`: what is mirrored of a product, language by language. */
export function routeProducts(app: FastifyInstance, { snapshots }: Pick<OpsDeps, 'snapshots'>): void {
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
}
