import { z } from 'zod'
import { actionApi } from '../actions/actions.ts'
import { decisionApi } from '../api/decision-routes.ts'
import { pauseApi } from '../api/pause-routes.ts'
import { productApi } from '../api/product-routes.ts'
import { recordApi } from '../api/record-routes.ts'
import { runApi } from '../api/run-routes.ts'
import { healthApi } from '../health/health.ts'
import type { ApiRoute } from '../http/api-route.ts'
import { eventApi } from '../live/events.ts'
import { metricsApi } from '../metrics/metrics.ts'
import { mirrorApi } from '../pages/mirrors/mirror-list.ts'

export const referenceApi = {
  readReference: {
    method: 'GET',
    url: '/api/openapi.json',
    summary: 'Read this document',
    response: z.looseObject({ openapi: z.string() }),
  },
} satisfies Record<string, ApiRoute>

/** All routes except pages and their assets. */
export const apiGroups: Readonly<Record<string, Readonly<Record<string, ApiRoute>>>> = {
  Runs: { ...runApi, ...pauseApi },
  Decisions: decisionApi,
  Products: { ...productApi, ...recordApi },
  Process: { ...healthApi, ...metricsApi, ...mirrorApi, ...referenceApi },
  Dashboard: { ...eventApi, ...actionApi },
}
