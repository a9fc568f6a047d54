import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { type ContentSummary, summarise } from './content-summary.ts'
import { type LocalCall, callLocally } from './local-call.ts'
import { type CmsHooks, noHooks } from './oddities/cms-hooks.ts'
import { publishDue } from './posts/write/publish-due.ts'
import { createRoutes } from './routes.ts'
import { serveRouter } from './rest/http.ts'
import type { CompiledRoute, RestResponse } from './rest/route.ts'
import { serveSite } from './site/site.ts'
import type { Row } from './store/rows.ts'
import { createStore } from './store/store.ts'
import { createRegistry } from './types/registry.ts'
import type { SiteTypes } from '../contracts/site-types/site-types.ts'

const usualUploadLimit = 32 * 1024 * 1024

export type CmsOptions = {
  readonly now?: () => Date
  readonly uploadLimitBytes?: number
  readonly hooks?: CmsHooks
  /** Hosts that the oEmbed proxy may contact in addition to this machine. */
  readonly oembedHosts?: readonly string[]
  /** Files have a trash, as with WordPress's constant MEDIA_TRASH. */
  readonly mediaTrash?: boolean
  /** The post types and taxonomies that plug-ins and themes register. */
  readonly types?: SiteTypes | undefined
}

export type Cms = {
  readonly rest: FastifyPluginAsync
  readonly site: FastifyPluginAsync
  readonly routes: readonly CompiledRoute[]
  readonly reset: () => void
  /** Stores the current content. The returned function restores it. */
  readonly backUp: () => () => void
  readonly call: (request: LocalCall) => Promise<RestResponse>
  readonly pages: () => Iterable<Row>
  readonly summary: () => ContentSummary
}

/** The bundled CMS: its REST interface and its public site. `reset` restores the initial state. */
export function createCms(options: CmsOptions = {}): Cms {
  const store = createStore(options.now ?? (() => new Date()), createRegistry(options.types))
  const uploadLimitBytes = options.uploadLimitBytes ?? usualUploadLimit
  const { router, reset } = createRoutes(store, options)
  const hooks = options.hooks ?? noHooks
  return {
    rest: async (app) => {
      publishBeforehand(app)
      serveRouter(app, router, { uploadLimitBytes, hooks })
    },
    site: async (app) => {
      publishBeforehand(app)
      serveSite(app, store)
    },
    routes: router.routes,
    reset,
    backUp: () => store.backUp(),
    call: (request) => callLocally(router, request),
    pages: () => store.ofType('page').values(),
    summary: () => summarise(store),
  }

  function publishBeforehand(app: FastifyInstance): void {
    app.addHook('onRequest', (_request, _reply, done) => {
      publishDue(store)
      done()
    })
  }
}
