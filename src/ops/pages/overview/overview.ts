import type { FastifyInstance } from 'fastify'
import { reasonOf } from '../../../lib/errors.ts'
import { readOverview, type OverviewDeps } from './overview-model.ts'
import type { RenderPage } from '../shared/render-page.ts'
import { withTimeout } from '../../http/with-timeout.ts'

/** `/`: the state of the mirror on one page; 503 when Redis does not answer. */
export function routeOverview(app: FastifyInstance, deps: OverviewDeps, renderPage: RenderPage): void {
  app.get('/', async (request, reply) => {
    const read = await tryRead(deps)
    const frame = {
      title: 'Overview',
      section: 'overview',
      styles: ['overview.css', 'live.css', 'runs-table.css', 'chart.css'],
    } as const
    if ('problem' in read)
      return renderPage(request, reply, { ...frame, view: 'unreadable', model: read, status: 503 })
    return renderPage(request, reply, { ...frame, view: 'overview', model: read, scripts: ['live.js'] })
  })
}

async function tryRead(deps: OverviewDeps) {
  try {
    return await withTimeout(readOverview(deps, Date.now()))
  } catch (error) {
    deps.log.error({ err: error }, 'overview not readable')
    return { problem: reasonOf(error) }
  }
}
