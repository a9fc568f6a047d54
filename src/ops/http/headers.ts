import { fastifyHelmet } from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

const sources = {
  'default-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'object-src': ["'none'"],
  'base-uri': ["'self'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
}

const policy = { useDefaults: false, directives: sources }

/** Bull Board writes style elements and attributes at run time; its scripts are files like all others. */
const boardPolicy = {
  useDefaults: false,
  directives: { ...sources, 'style-src': ["'self'", "'unsafe-inline'"] },
}

/** The browser may load from this server and nowhere else, and no other site may frame it. */
export function sendSafeHeaders(app: FastifyInstance): void {
  void app.register(fastifyHelmet, {
    contentSecurityPolicy: policy,
    // TLS, if any, ends at a proxy; whether browsers may go without it is the proxy's to say.
    strictTransportSecurity: false,
    // Both are ignored with a console warning on plain HTTP.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    // Under helmet’s own choice browsers send `Origin: null` with our own forms, which then look like another site’s.
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
}

/** Lets inline styles through, and nothing else more, in one part of the server. */
export function allowInlineStyles(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (_request, reply) => {
    reply.helmet({ contentSecurityPolicy: boardPolicy })
  })
}
