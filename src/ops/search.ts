import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Gtin } from '../contracts/gtin.ts'
import { parseInput } from './api/parse-input.ts'

const SearchInput = z.strictObject({ gtin: z.string().transform(withoutBlanks).pipe(Gtin) })

/** `/products?gtin=…`: the header’s search box leads to the product. */
export function routeSearch(app: FastifyInstance): void {
  app.get('/products', async (request, reply) => {
    const { gtin } = parseInput(SearchInput, request.query)
    return reply.redirect(`/products/${gtin}`, 303)
  })
}

/** People paste numbers as they are printed. */
function withoutBlanks(typed: string): string {
  return typed.replace(/[\s-]/g, '')
}
