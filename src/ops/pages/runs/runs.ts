import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { commandText } from '../../../core/reasons/command.ts'
import { Run } from '../../../core/run/run.ts'
import { shownStates } from '../../../core/run/run-states.ts'
import { parseQuery } from '../../http/parse-input.ts'
import { withTimeout } from '../../http/with-timeout.ts'
import { filterLink } from '../shared/links.ts'
import type { PageDeps } from '../shared/render-page.ts'
import { readRunList } from './run-list.ts'

const Day = z.iso.date('must be a day such as 2026-11-20').optional()

const Input = z.strictObject({
  kind: Run.shape.kind.optional(),
  state: z.enum(shownStates).optional(),
  trigger: Run.shape.trigger.optional(),
  from: Day,
  to: Day,
  page: z.coerce.number().int().min(1).max(10_000).default(1),
})

const withinMs = 10_000

/** `/runs`: the runs of a mirror, filtered, each compared with the previous one of its kind. */
export function routeRunList(app: FastifyInstance, deps: PageDeps): void {
  app.get('/runs', async (request, reply) => {
    const { page, ...given } = parseQuery(Input, request.query)
    const wanted = {
      kind: undefined,
      state: undefined,
      trigger: undefined,
      from: undefined,
      to: undefined,
      ...given,
    }
    const model = await withTimeout(readRunList(deps, wanted, page, Date.now()), { ms: withinMs })
    return deps.renderPage(request, reply, {
      title: 'Runs',
      section: 'runs',
      view: 'runs',
      model: {
        ...model,
        link: filterLink('/runs', model.filter),
        planCommand: commandText({ argv: ['plan'] }, deps.place?.id),
      },
      styles: ['records.css', 'run-list.css'],
    })
  })
}
