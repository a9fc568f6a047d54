import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { gtinCheckDigit, isGtin, Language } from '../../../contracts/gtin.ts'
import { addressBelow } from '../../http/address-below.ts'
import { parseQuery } from '../../http/parse-input.ts'
import type { PageDeps } from '../shared/render-page.ts'
import { withTimeout } from '../../http/with-timeout.ts'
import { readProductFacts } from './product-facts.ts'
import { readProductPage } from './product-model.ts'

const SearchInput = z.strictObject({ gtin: z.string().max(100).default('') })
const Input = z.strictObject({ language: Language.optional(), ask: z.literal('partner').optional() })

/** `/products/:gtin`: a product in all its languages. `/products?gtin=…` is the target of the search box. */
export function routeProductPages(app: FastifyInstance, deps: PageDeps): void {
  app.get('/products', async (request, reply) => {
    // Printed numbers contain spaces and dashes.
    const gtin = parseQuery(SearchInput, request.query).gtin.replace(/[\s-]/g, '')
    const address = gtin === '' ? '/coverage' : `/products/${encodeURIComponent(gtin)}`
    return reply.redirect(addressBelow(address, deps.place?.base), 303)
  })

  app.get<{ Params: { gtin: string } }>('/products/:gtin', async (request, reply) => {
    const { gtin } = request.params
    if (!isGtin(gtin)) return explain(request, reply, { status: 400, message: explainNoGtin(gtin) })
    const { language, ask } = parseQuery(Input, request.query)
    const facts = await withTimeout(readProductFacts(deps, gtin))
    if (facts.unknown !== undefined)
      return explain(request, reply, { status: 404, message: facts.unknown, gtin })
    const wanted = { gtin, language, ask: ask !== undefined }
    const product = await readProductPage(deps, facts, wanted, request.signal)
    return deps.renderPage(request, reply, {
      title: product.name === '' ? gtin : `${product.name} (${gtin})`,
      section: 'coverage',
      view: 'product',
      model: product,
      styles: ['records.css', 'states.css', 'diff.css', 'product.css'],
    })
  })

  function explain(
    request: FastifyRequest,
    reply: FastifyReply,
    { status, ...model }: { status: 400 | 404; message: string; gtin?: string },
  ) {
    const title = 'No product found'
    const styles = ['records.css']
    return deps.renderPage(request, reply, {
      title,
      section: 'coverage',
      view: 'product-unknown',
      model: { heading: title, ...model },
      styles,
      status,
    })
  }
}

function explainNoGtin(text: string): string {
  const shown = text.length > 40 ? `${text.slice(0, 40).toWellFormed()}…` : text
  if (!/^\d{13}$/.test(text))
    return `Enter a 13-digit GTIN; “${shown}” has ${text.replace(/\D/g, '').length} digits.`
  return `${text} is not a GTIN: its check digit should be ${gtinCheckDigit(text.slice(0, 12))}. Check the other digits as well.`
}
