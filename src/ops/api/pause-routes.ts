import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { WritePause } from '../../core/report/pauses.ts'
import { valueOf, type Operations } from '../actions/operations.ts'
import type { OpsDeps } from '../deps.ts'
import { actorOf } from '../http/actor.ts'
import { addRoute, type ApiRoute } from '../http/api-route.ts'
import { parseInput } from '../http/parse-input.ts'

const Answer = z.strictObject({
  writePause: WritePause.nullable().describe(
    'Why nothing is written to the CMS now; null if runs may write.',
  ),
})
const PauseInput = z.strictObject({
  until: z
    .string()
    .describe('A duration such as 2h, a time such as 18:00 (`SCHEDULE_TZ`), or an ISO 8601 date and time.'),
  reason: z.string().describe('Why, for the other operators.'),
})

export const pauseApi = {
  readPause: {
    method: 'GET',
    url: '/api/pause',
    summary: 'Read whether writes to the CMS are paused, or outside the write windows',
    response: Answer,
  },
  pause: {
    method: 'POST',
    url: '/api/pause',
    summary: 'Pause the writes to the CMS in all processes, or change the pause',
    description: 'Runs read and plan in the meantime, and write afterwards. Scheduled runs start afterwards.',
    body: PauseInput,
    response: Answer,
  },
  resume: {
    method: 'POST',
    url: '/api/resume',
    summary: 'End the pause',
    response: Answer,
    errors: { 409: ['not_paused'] },
  },
} satisfies Record<string, ApiRoute>

/** `/api/pause` and `/api/resume`. */
export function routePauses(
  app: FastifyInstance,
  { writeGate, operations }: OpsDeps & { operations: Operations },
): void {
  addRoute(app, pauseApi.readPause, async () => ({ writePause: (await writeGate.find()) ?? null }))

  addRoute(app, pauseApi.pause, async (request) => {
    const input = parseInput(PauseInput, request.body ?? {})
    return { writePause: valueOf(await operations.pause(actorOf(request, 'api'), input)) ?? null }
  })

  addRoute(app, pauseApi.resume, async (request) => ({
    writePause: valueOf(await operations.resume(actorOf(request, 'api'))) ?? null,
  }))
}
