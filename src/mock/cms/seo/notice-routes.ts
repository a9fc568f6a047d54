import { answers, neededTruth, neededText, routesOf, text, texts, truth } from '../addons/declare.ts'
import { looseText } from '../addons/params.ts'
import { callerOf, managers, writers } from '../addons/rights.ts'
import { param, textParam } from '../rest/request.ts'
import { type Answer, type Route, ok } from '../rest/route.ts'
import type { SeoState } from './state.ts'

const route = routesOf('seo/v1')
const typesAnswer = answers('The content types whose notice nobody needs any more.', {
  post_types: texts,
  taxonomies: texts,
})

/** Notices: seen introductions and dismissed alerts of one user, and dismissals for the whole site. */
export function noticeRoutes(state: SeoState): Route[] {
  return [
    route('/introductions/(?P<introduction_id>[\\w-]+)/seen', {
      methods: ['POST'],
      args: { introduction_id: neededText, is_seen: { ...truth, default: true } },
      may: writers,
      returns: answers('One introduction, and all that the caller has seen.', {
        introduction_id: text,
        is_seen: truth,
        seen: texts,
      }),
      run(request) {
        const { introductions } = state.of(callerOf(request))
        const id = textParam(request, 'introduction_id')
        const isSeen = param(request, 'is_seen') === true
        if (isSeen) introductions.add(id)
        else introductions.delete(id)
        return ok({ introduction_id: id, is_seen: isSeen, seen: [...introductions] })
      },
    }),
    route('/alerts/dismiss', {
      methods: ['POST'],
      args: { key: { required: true } },
      may: writers,
      returns: answers("All of the caller's dismissed alerts.", { dismissed: texts }),
      run(request) {
        const { alerts } = state.of(callerOf(request))
        const key = looseText(request, 'key')
        if (key !== '') alerts.add(key)
        return ok({ dismissed: [...alerts] })
      },
    }),
    typeRoute(state, '/new-content-type-visibility/dismiss-post-type', 'postTypeName'),
    typeRoute(state, '/new-content-type-visibility/dismiss-taxonomy', 'taxonomyName'),
    route('/analytics_configuration_permanent_dismissal', {
      methods: ['POST'],
      args: { is_dismissed: neededTruth },
      may: managers,
      returns: answers('Whether the notice about analytics is dismissed.', { is_dismissed: truth }),
      run(request) {
        state.site.analyticsDismissed = param(request, 'is_dismissed') === true
        return ok({ is_dismissed: state.site.analyticsDismissed })
      },
    }),
  ]
}

/** An empty name dismisses nothing. */
function typeRoute(state: SeoState, path: string, member: 'postTypeName' | 'taxonomyName'): Route {
  return route(path, {
    methods: ['POST'],
    args: { [member]: {} },
    may: managers,
    returns: typesAnswer,
    run(request): Answer {
      const { dismissedPostTypes: types, dismissedTaxonomies: taxonomies } = state.site
      const name = looseText(request, member)
      if (name !== '') (member === 'postTypeName' ? types : taxonomies).add(name)
      return ok({ post_types: [...types], taxonomies: [...taxonomies] })
    },
  })
}
