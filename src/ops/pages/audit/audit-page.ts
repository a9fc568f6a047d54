import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { parseQuery } from '../../http/parse-input.ts'
import { formatTypes } from '../run/run-download.ts'
import type { PageDeps } from '../shared/render-page.ts'
import { withTimeout } from '../../http/with-timeout.ts'
import { auditFormats, writeAuditAs } from './audit-download.ts'

const entriesShown = 50

const AuditInput = z.strictObject({
  before: z
    .string()
    .regex(/^\d{1,20}-\d{1,20}$/, 'is not the id of an audit entry')
    .optional(),
})

/** The server's default limit would cut off a long log. */
const downloadMs = 600_000

/** `/audit`: the audit log, page by page, and its downloads `.csv` and `.json`. */
export function routeAudit(app: FastifyInstance, { audit, renderPage }: PageDeps): void {
  for (const format of auditFormats)
    app.get(`/audit.${format}`, { handlerTimeout: downloadMs }, async (_request, reply) =>
      reply
        .type(formatTypes[format])
        .header('content-disposition', `attachment; filename="audit.${format}"`)
        .send(Readable.from(writeAuditAs[format](audit.walk()))),
    )

  app.get('/audit', async (request, reply) => {
    const { before } = parseQuery(AuditInput, request.query)
    const found = await withTimeout(audit.list(entriesShown + 1, before))
    const entries = found.slice(0, entriesShown)
    const older = found.length > entriesShown ? entries.at(-1)?.id : undefined
    const model = { entries, older, isLater: before !== undefined, formats: auditFormats }
    return renderPage(request, reply, {
      title: 'Audit log',
      section: 'audit',
      view: 'audit',
      model,
      styles: ['overview.css', 'runs-table.css'],
    })
  })
}
