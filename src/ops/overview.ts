import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Eta } from 'eta'
import type { FastifyInstance } from 'fastify'
import { reasonOf } from '../lib/errors.ts'
import type { OpsDeps } from './deps.ts'
import { readOverview } from './overview-model.ts'
import type { Overview } from './overview-model.ts'
import { answerWithinMs, within } from './within.ts'

type OverviewDeps = Pick<OpsDeps, 'log' | 'runs' | 'snapshots' | 'control' | 'health'>

const views = fileURLToPath(new URL('views', import.meta.url))

/** What the page loads. */
const files = {
  'base.css': 'text/css; charset=utf-8',
  'overview.css': 'text/css; charset=utf-8',
  'icon.svg': 'image/svg+xml',
}

/** `/`: how the mirror stands, on one page without scripts. When Redis does not answer, the page says so with 503. */
export function routeOverview(app: FastifyInstance, deps: OverviewDeps): void {
  const eta = new Eta({ views, cache: true, autoEscape: true })

  app.get('/', async (_request, reply) => {
    const page = await read(deps)
    return reply
      .code(page.problem === undefined ? 200 : 503)
      .type('text/html; charset=utf-8')
      .send(eta.render('./overview', page))
  })
  for (const [name, type] of Object.entries(files)) {
    const text = readFileSync(`${views}/${name}`, 'utf8')
    app.get(`/${name}`, async (_request, reply) => reply.type(type).send(text))
  }
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
