import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { MockConfig } from '../../config/mock.ts'
import { createCms } from './cms/plugin.ts'
import { guardControl } from './control-access.ts'
import { controlRoutes } from './control.ts'
import { createEditorBot } from './editor-bot/bot.ts'
import { editorCall } from './editor-bot/editor-call.ts'
import { addFaults, createCmsHooks } from './faults/hooks.ts'
import { createFaults } from './faults/plan.ts'
import { createWaits } from './faults/waits.ts'
import { openApiRoutes } from './openapi/openapi-routes.ts'
import { pageRoutes } from './page/page-routes.ts'
import { createAssets } from './partner/assets.ts'
import { mediaRoutes } from './partner/media.ts'
import { createProducts } from './partner/products.ts'
import { partnerRoutes } from './partner/routes.ts'
import { createPartnerSettings } from './partner/settings.ts'
import { createThrottle } from './partner/throttle.ts'
import { cmsRoot, controlRoot, partnerRoot } from './sides.ts'
import { addStats, addWriteCounts } from './stats-http.ts'
import { createStats } from './stats.ts'

/** The bundled server before it listens: both interfaces, the public site and the control routes on one port. */
export function createMockApp(config: MockConfig): FastifyInstance {
  const partner = createPartnerSettings(config.throttle)
  const throttle = createThrottle(() => partner.state().throttle)
  const products = createProducts({ ...config, settings: partner })
  const assets = createAssets({ products, seed: config.seed })
  const faults = createFaults(config.seed)
  const stats = createStats()
  const waits = createWaits()
  const cms = createCms({
    hooks: createCmsHooks(waits),
    oembedHosts: config.oembedHosts,
    mediaTrash: config.mediaTrash,
    types: config.types,
  })
  let restoreCms: (() => void) | undefined
  const bot = createEditorBot({ pages: cms.pages, seed: config.seed })

  const app = Fastify({
    logger: { level: 'warn', stream: process.stderr },
    logController: new LogController({ disableRequestLogging: true }),
    // One logger for all requests, because a child logger costs more than most requests here.
    childLoggerFactory: (logger) => logger,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 500 },
  })
  guardControl(app, config.controlHosts)
  addStats(app, stats)
  addFaults(app, { faults, stats, waits })
  addWriteCounts(app, stats)

  app.register(partnerRoutes({ products, settings: partner, throttle, token: config.token }), {
    prefix: partnerRoot,
  })
  app.register(mediaRoutes(assets, partner), { prefix: '/media' })
  app.register(
    controlRoutes({
      products,
      partner,
      faults,
      stats,
      edit: (http, { actions, seed }) => bot.work(editorCall({ cms, faults, waits }, http), actions, seed),
      reset,
      backUp: () => void (restoreCms = cms.backUp()),
      restore: () => {
        restoreCms?.()
        return restoreCms !== undefined
      },
    }),
    { prefix: controlRoot },
  )
  app.register(openApiRoutes({ routes: cms.routes, languages: products.languages }), { prefix: controlRoot })
  app.register(
    pageRoutes({
      stats: stats.snapshot,
      faults: faults.state,
      content: cms.summary,
      catalogue: products.catalogue,
      languages: products.languages,
    }),
    { prefix: controlRoot },
  )
  app.register(cms.rest, { prefix: cmsRoot })
  app.register(cms.site)
  return app

  function reset(): void {
    waits.drop()
    cms.reset()
    restoreCms = undefined
    products.reset()
    partner.reset()
    throttle.reset()
    assets.reset()
    faults.arm([])
    bot.reset()
    stats.zero()
  }
}
