import { answers, integer, neededText, neededTruth, routesOf, text, texts, truth } from '../addons/declare.ts'
import { callerOf, managers, writers } from '../addons/rights.ts'
import { param, textParam } from '../rest/request.ts'
import { type Answer, type Route, ok } from '../rest/route.ts'
import type { RestRequest } from '../rest/request.ts'
import type { Args } from '../rest/schema/schema.ts'
import type { SeoState } from './state.ts'

const route = routesOf('seo/v1')
const answer = { type: 'string', enum: ['yes', 'no'] } as const
const stage = {
  type: 'string',
  enum: ['install', 'activate', 'setup', 'grantConsent', 'successfullyConnected'],
} as const
const setupArgs = {
  setup_widget_loaded: answer,
  first_interaction_stage: stage,
  last_interaction_stage: stage,
  setup_widget_temporarily_dismissed: answer,
  setup_widget_permanently_dismissed: answer,
} satisfies Args
const permission = answers('Whether videos may be embedded for the caller.', { value: truth })

/** The setup: tracked steps and actions, active integrations, and the caller's permission to embed videos. */
export function setupRoutes(state: SeoState): Route[] {
  const tellPermission = (request: RestRequest): Answer =>
    ok({ value: state.of(callerOf(request)).videoEmbeds })
  return [
    route('/setup_steps_tracking', {
      methods: ['POST'],
      args: setupArgs,
      may: managers,
      returns: answers('All that was tracked so far.', {}, setupArgs),
      run(request) {
        const sent = Object.keys(setupArgs)
          .map((name) => [name, textParam(request, name)])
          .filter(([, value]) => value !== '')
        state.site.setupSteps = { ...state.site.setupSteps, ...Object.fromEntries(sent) }
        return ok(state.site.setupSteps)
      },
    }),
    route('/action_tracking', {
      methods: ['POST'],
      args: { action: neededText },
      may: managers,
      returns: answers('How often the action was tracked.', { action: text, count: integer }),
      run(request) {
        const action = textParam(request, 'action')
        const count = (state.site.actions.get(action) ?? 0) + 1
        state.site.actions.set(action, count)
        return ok({ action, count })
      },
    }),
    route('/integrations/set_active', {
      methods: ['POST'],
      args: { active: neededTruth, integration: neededText },
      may: managers,
      returns: answers('The integration, and all that are active.', {
        integration: text,
        active: truth,
        active_integrations: texts,
      }),
      run(request) {
        const integration = textParam(request, 'integration')
        const active = param(request, 'active') === true
        state.site.integrations.set(integration, active)
        return ok({ integration, active, active_integrations: activeIntegrations(state) })
      },
    }),
    route(
      '/video_embed_permission',
      { methods: ['GET'], args: {}, may: writers, returns: permission, run: tellPermission },
      {
        methods: ['POST'],
        args: { value: { ...truth, default: true } },
        may: writers,
        returns: permission,
        run(request) {
          state.of(callerOf(request)).videoEmbeds = param(request, 'value') === true
          return tellPermission(request)
        },
      },
    ),
  ]
}

export function activeIntegrations(state: SeoState): string[] {
  return [...state.site.integrations].filter(([, active]) => active).map(([name]) => name)
}
