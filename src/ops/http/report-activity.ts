import type { FastifyInstance } from 'fastify'
import type { Activity } from '../../lib/memory/idle-collector.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Lasts until the client leaves, and is mostly idle. */
    endless?: boolean
  }
}

/** Reports each request to `activity` until its response is sent. Probes and scrapes are minor. */
export function reportActivity(app: FastifyInstance, activity: Activity): void {
  app.addHook('onRequest', async ({ routeOptions: { config } }, reply) => {
    if (config.endless === true) return
    const isMinor = config.open === true || config.metrics === true
    reply.raw.once('close', activity.begin({ isMinor }))
  })
}
