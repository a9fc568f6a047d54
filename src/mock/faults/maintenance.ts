import type { FastifyReply, FastifyRequest } from 'fastify'
import { isJsonType } from '../cms/rest/input/body.ts'
import { htmlType, jsonTypes } from './error-body.ts'

const title = 'Maintenance'
const message = 'Briefly unavailable for scheduled maintenance. Check back in a minute.'
const page = `<!DOCTYPE html>
<html lang="en-US">
<head><meta charset="utf-8"><title>${title}</title></head>
<body id="error-page"><div class="wp-die-message"><h1>${message}</h1></div></body>
</html>
`

/**
 * WordPress's response during an update: JSON only if the request's Accept or Content-Type is JSON. See
 * `wp_maintenance`.
 */
export function sendMaintenance(request: FastifyRequest, reply: FastifyReply): void {
  const { accept = '', 'content-type': sent = '' } = request.headers
  void reply.code(503).header('retry-after', '600')
  if (isJsonType(accept) || isJsonType(sent)) {
    const body = { code: 'wp_die', message, data: { status: 503 }, additional_errors: [] }
    void reply.header('content-type', jsonTypes.cms).send(JSON.stringify(body))
    return
  }
  void reply.header('content-type', htmlType).send(page)
}
