import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Language } from '../../../contracts/gtin.ts'
import { parseQuery } from '../../http/parse-input.ts'
import type { PageDeps } from '../shared/render-page.ts'
import { withTimeout } from '../../http/with-timeout.ts'
import { recordStates } from '../../../core/report/record-state.ts'
import { createPlannedGtins } from '../../../sync/decisions/read-planned-gtins.ts'
import { readCoverage } from './coverage-model.ts'
import { filterLink } from '../shared/links.ts'

const Input = z.strictObject({
  state: z.enum(recordStates).optional(),
  language: Language.optional(),
  gtin: z
    .string()
    .regex(/^\d{1,13}$/, 'must be the first 1 to 13 digits of a GTIN')
    .optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
})

/** A large mirror takes long to read. */
const withinMs = 10_000

/** `/coverage`: the state of every record, as a chart and as a table. */
export function routeCoverage(app: FastifyInstance, deps: PageDeps): void {
  const readPlanned = createPlannedGtins(deps)
  app.get('/coverage', async (request, reply) => {
    const { state, language, gtin, page } = parseQuery(Input, request.query)
    const read = readCoverage(deps, { state, language, gtin, page }, readPlanned)
    const coverage = await withTimeout(read, { ms: withinMs })
    const link = filterLink('/coverage', coverage.filter, '#table')
    return deps.renderPage(request, reply, {
      title: 'Coverage',
      section: 'coverage',
      view: 'coverage',
      model: { ...coverage, link },
      styles: ['records.css', 'states.css', 'coverage.css'],
      scripts: ['grid.js'],
    })
  })
}
