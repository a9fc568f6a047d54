import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { gtinCheckDigit, isGtin, Language } from '../../../contracts/gtin.ts'
import { sayUnknown } from '../../../core/decisions/history.ts'
import { parseInput } from '../../http/parse-input.ts'
import type { OpsDeps } from '../../deps.ts'
import type { RenderPage } from '../shared/render-page.ts'
import { answerWithinMs, withTimeout } from '../../http/with-timeout.ts'
import { filledIn } from '../shared/filled-in.ts'
import { readProductFacts } from './product-facts.ts'
import { readProductPage } from './product-model.ts'

type Deps = Pick<OpsDeps, 'snapshots' | 'history' | 'tables' | 'runs' | 'plans' | 'undo' | 'cms' | 'partner'>

const Input = z.strictObject({ language: Language.optional(), ask: z.literal('partner').optional() })

/** `/products/:gtin`: a product in all its languages. */
export function routeProductPages(app: FastifyInstance, deps: Deps, renderPage: RenderPage): void {
  app.get<{ Params: { gtin: string } }>('/products/:gtin', async (request, reply) => {
    const { gtin } = request.params
    if (!isGtin(gtin)) return refuse(request, reply, { status: 400, message: explainNoGtin(gtin) })
    const { language, ask } = parseInput(Input, filledIn(request.query))
    const facts = await withTimeout(answerWithinMs, 'Redis', readProductFacts(deps, gtin))
    if (!facts.known) {
      const languages = await withTimeout(answerWithinMs, 'Redis', deps.snapshots.languages())
      const message = sayUnknown({ pages: [], entries: [], languages }, gtin, undefined) ?? ''
      return refuse(request, reply, { status: 404, message, gtin })
    }
    const wanted = { gtin, language, ask: ask !== undefined }
    const product = await readProductPage(deps, facts, wanted, request.signal)
    return renderPage(request, reply, {
      title: product.name === '' ? gtin : `${product.name} (${gtin})`,
      section: 'coverage',
      view: 'product',
      model: product,
      styles: ['records.css', 'diff.css', 'product.css'],
    })
  })

  function refuse(
    request: FastifyRequest,
    reply: FastifyReply,
    { status, message, gtin }: { status: 400 | 404; message: string; gtin?: string },
  ) {
    const heading = 'No product found'
    return renderPage(request, reply, {
      title: heading,
      section: 'coverage',
      view: 'product-unknown',
      model: { heading, message, gtin },
      styles: ['records.css'],
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
