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

/** Bull Board adds style elements and attributes at run time; its scripts are files. */
const boardPolicy = {
  useDefaults: false,
  directives: { ...sources, 'style-src': ["'self'", "'unsafe-inline'"] },
}

/** Pages load only from this server, and no site may frame them. */
export function sendSafeHeaders(app: FastifyInstance): void {
  void app.register(fastifyHelmet, {
    contentSecurityPolicy: policy,
    // TLS ends at a proxy, which sets this header itself.
    strictTransportSecurity: false,
    // Browsers ignore both on plain HTTP, with a warning in the console.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    // With helmet's default, browsers send `Origin: null` with our forms, as if they were from another site.
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
}

/** Allows inline styles in one part of the server. */
export function allowInlineStyles(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (_request, reply) => {
    reply.helmet({ contentSecurityPolicy: boardPolicy })
  })
}
