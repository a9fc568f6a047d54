import { fastifyHelmet } from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** The browser may load from this server and nowhere else, and no other site may frame it. */
export function sendSafeHeaders(app: FastifyInstance): void {
  void app.register(fastifyHelmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'img-src': ["'self'", 'data:'],
        'object-src': ["'none'"],
        'base-uri': ["'self'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    // TLS, if any, ends at a proxy; whether browsers may go without it is the proxy's to say.
    strictTransportSecurity: false,
    // Both are ignored with a console warning on plain HTTP.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
}
