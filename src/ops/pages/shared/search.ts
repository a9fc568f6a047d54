import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { parseInput } from '../../http/parse-input.ts'

const SearchInput = z.strictObject({ gtin: z.string().max(100).default('') })

/** `/products?gtin=…`: the search box redirects to the product's page, which explains an invalid GTIN. */
export function routeSearch(app: FastifyInstance): void {
  app.get('/products', async (request, reply) => {
    // Printed numbers have spaces and dashes.
    const gtin = parseInput(SearchInput, request.query).gtin.replace(/[\s-]/g, '')
    return reply.redirect(gtin === '' ? '/coverage' : `/products/${encodeURIComponent(gtin)}`, 303)
  })
}
