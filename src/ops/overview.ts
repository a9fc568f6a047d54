import type { FastifyInstance } from 'fastify'
import { reasonOf } from '../lib/errors.ts'
import type { OpsDeps } from './deps.ts'
import { readOverview } from './overview-model.ts'
import type { Overview } from './overview-model.ts'
import type { RenderPage } from './render-page.ts'
import { answerWithinMs, within } from './within.ts'

type OverviewDeps = Pick<OpsDeps, 'log' | 'runs' | 'snapshots' | 'control' | 'health'>

/** `/`: how the mirror stands, on one page. When Redis does not answer, the page says so with 503. */
export function routeOverview(app: FastifyInstance, deps: OverviewDeps, renderPage: RenderPage): void {
  app.get('/', async (request, reply) => {
    const model = await read(deps)
    const status = model.problem === undefined ? 200 : 503
    return renderPage(request, reply, {
      title: 'Overview',
      view: 'overview',
      model,
      section: 'overview',
      styles: ['overview.css'],
      status,
    })
  })
}

async function read(deps: OverviewDeps): Promise<Overview & { problem: string | undefined }> {
  try {
    const overview = await within(answerWithinMs, 'Redis', readOverview(deps, Date.now()))
    return { ...overview, problem: undefined }
  } catch (error) {
    deps.log.error({ err: error }, 'overview not readable')
    return { facts: [], held: [], runs: [], active: false, problem: reasonOf(error) }
  }
}
