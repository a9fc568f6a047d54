import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { parseInput } from '../../http/parse-input.ts'

const SearchInput = z.strictObject({ gtin: z.string().max(100).default('') })

/** `/products?gtin=…`: the header’s search box leads to the product’s page, which says what is wrong with a number. */
export function routeSearch(app: FastifyInstance): void {
  app.get('/products', async (request, reply) => {
    // People paste numbers as they are printed.
    const gtin = parseInput(SearchInput, request.query).gtin.replace(/[\s-]/g, '')
    return reply.redirect(gtin === '' ? '/coverage' : `/products/${encodeURIComponent(gtin)}`, 303)
  })
}
