import { answers, listOf, mapOf, objectOf, routesOf, text, texts, truth } from '../addons/declare.ts'
import { callerOf, managers } from '../addons/rights.ts'
import { listParam } from '../rest/request.ts'
import { type Route, ok } from '../rest/route.ts'
import { profileArgs, representationArgs } from './configuration-args.ts'
import { activeIntegrations } from './setup-routes.ts'
import type { SeoState } from './state.ts'

const route = routesOf('seo/v1')
const anything = listOf({})
const stateAnswer = answers('Everything that was set for the site, and for the caller.', {
  finishedSteps: anything,
  tracking: truth,
  site_representation: objectOf({}, representationArgs),
  social_profiles: objectOf({}, profileArgs),
  setup_steps: mapOf(text),
  active_integrations: texts,
  keyword_research: objectOf({ authenticated: truth }, { country_code: text }),
  dismissed: objectOf({ analytics_configuration: truth, post_types: texts, taxonomies: texts }),
  own: objectOf({
    consent: truth,
    video_embed_permission: truth,
    content_planner_banner_dismissed: truth,
    introductions_seen: texts,
    alerts_dismissed: texts,
  }),
})

/** The progress of the setup, with all settings so far. */
export function configurationStateRoutes(state: SeoState): Route[] {
  return [
    route('/configuration/save_configuration_state', {
      methods: ['POST'],
      args: { finishedSteps: { type: 'array', required: true } },
      may: managers,
      returns: answers('The finished steps of the set-up, named as they are sent.', {
        finishedSteps: anything,
      }),
      run(request) {
        state.site.finishedSteps = listParam(request, 'finishedSteps')
        return ok({ finishedSteps: state.site.finishedSteps })
      },
    }),
    route('/configuration/get_configuration_state', {
      methods: ['GET'],
      args: {},
      may: managers,
      returns: stateAnswer,
      run: (request) => ok(tellState(state, callerOf(request))),
    }),
  ]
}

function tellState(state: SeoState, caller: number): Record<string, unknown> {
  const { site } = state
  const own = state.of(caller)
  return {
    finishedSteps: site.finishedSteps,
    tracking: site.tracking,
    site_representation: site.representation,
    social_profiles: site.profiles,
    setup_steps: site.setupSteps,
    active_integrations: activeIntegrations(state),
    keyword_research: site.keywords,
    dismissed: {
      analytics_configuration: site.analyticsDismissed,
      post_types: [...site.dismissedPostTypes],
      taxonomies: [...site.dismissedTaxonomies],
    },
    own: {
      consent: own.consent,
      video_embed_permission: own.videoEmbeds,
      content_planner_banner_dismissed: own.bannerDismissed,
      introductions_seen: [...own.introductions],
      alerts_dismissed: [...own.alerts],
    },
  }
}
