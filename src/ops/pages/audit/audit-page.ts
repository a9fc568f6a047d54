import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { parseQuery } from '../../http/parse-input.ts'
import type { PageDeps } from '../shared/render-page.ts'
import { withTimeout } from '../../http/with-timeout.ts'

const entriesShown = 50

const AuditInput = z.strictObject({
  before: z
    .string()
    .regex(/^\d{1,20}-\d{1,20}$/, 'is not the id of an audit entry')
    .optional(),
})

/** `/audit`: the audit log, page by page. */
export function routeAudit(app: FastifyInstance, { audit, renderPage }: PageDeps): void {
  app.get('/audit', async (request, reply) => {
    const { before } = parseQuery(AuditInput, request.query)
    const found = await withTimeout(audit.list(entriesShown + 1, before))
    const entries = found.slice(0, entriesShown)
    const older = found.length > entriesShown ? entries.at(-1)?.id : undefined
    const model = { entries, older, isLater: before !== undefined }
    return renderPage(request, reply, {
      title: 'Audit log',
      view: 'audit',
      model,
      styles: ['overview.css', 'runs-table.css'],
    })
  })
}
