import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Language } from '../../../contracts/gtin.ts'
import { decisionKinds } from '../../../core/decisions/filter-words.ts'
import { ConflictFieldName } from '../../http/conflict-field.ts'
import { choices } from '../../../core/decisions/decision.ts'
import { parseQuery } from '../../http/parse-input.ts'
import { withTimeout } from '../../http/with-timeout.ts'
import { filterLink } from '../shared/links.ts'
import type { PageDeps } from '../shared/render-page.ts'
import { readConfirmation } from './confirmation-model.ts'
import { readDecisions } from './decisions-model.ts'

const filter = {
  kind: z.enum(decisionKinds).optional(),
  language: Language.optional(),
  field: ConflictFieldName.optional(),
  run: z.string().max(40).optional(),
}
const ListInput = z.strictObject({
  ...filter,
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  select: z.literal('page').optional(),
})
const ConfirmInput = z.strictObject({
  ...filter,
  choice: z.enum(choices),
  all: z.literal('yes').optional(),
  record: z.union([z.string(), z.array(z.string())]).optional(),
})

/** Many conflicts take long to read. */
const withinMs = 10_000

const frame = {
  section: 'decisions',
  styles: ['records.css', 'diff.css', 'product.css', 'decisions.css'],
} as const

/**
 * `/decisions`: every record that needs a decision. `/decisions/confirm` requires a confirmation of a
 * decision about many.
 */
export function routeDecisionPages(app: FastifyInstance, deps: PageDeps): void {
  app.get('/decisions', async (request, reply) => {
    const { page, select, ...wanted } = parseQuery(ListInput, request.query)
    const model = await withTimeout(readDecisions(deps, wanted, page, request.signal), { ms: withinMs })
    const link = filterLink('/decisions', { ...wanted, page: model.page })
    return deps.renderPage(request, reply, {
      ...frame,
      title: 'Decisions',
      view: 'decisions',
      model: { ...model, link, selectsAll: select === 'page' },
      scripts: ['decisions.js'],
    })
  })

  app.get('/decisions/confirm', async (request, reply) => {
    const { choice, all, record = [], ...wanted } = parseQuery(ConfirmInput, request.query)
    const selected = all === undefined ? [record].flat() : undefined
    const read = readConfirmation(deps, { choice, selected, wanted })
    const model = await withTimeout(read, { ms: withinMs })
    return deps.renderPage(request, reply, { ...frame, title: model.title, view: 'confirmation', model })
  })
}
