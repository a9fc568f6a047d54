import { answers, integer, neededTruth, routesOf, truth } from '../addons/declare.ts'
import { invalidParam } from '../addons/params.ts'
import { callerOf, managers, writers } from '../addons/rights.ts'
import { RestError } from '../rest/error.ts'
import { isScalar, toInt } from '../rest/php.ts'
import { type RestRequest, param } from '../rest/request.ts'
import { type Answer, type Route, ok } from '../rest/route.ts'
import type { Args } from '../rest/schema/schema.ts'
import { profileArgs, representationArgs } from './configuration-args.ts'
import { can, findUser } from '../users/users.ts'
import type { SeoState } from './state.ts'

const route = routesOf('seo/v1')

/**
 * configuration/*: the company or person that the site represents, its profiles, tracking, and the rights of editors.
 */
export function configurationRoutes(state: SeoState): Route[] {
  return [
    route('/configuration/site_representation', {
      methods: ['POST'],
      args: representationArgs,
      may: managers,
      returns: answers('All that is set; members not sent stay.', {}, representationArgs),
      run(request) {
        const user = param(request, 'company_or_person_user_id')
        if (user !== null && toInt(user) !== 0 && findUser(toInt(user)) === undefined)
          throw invalidParam('company_or_person_user_id', 'Invalid user ID.')
        const sent = sentOf(request, representationArgs).filter(
          (entry): entry is [string, string | number] =>
            typeof entry[1] === 'string' || typeof entry[1] === 'number',
        )
        state.site.representation = { ...state.site.representation, ...Object.fromEntries(sent) }
        return ok(state.site.representation)
      },
    }),
    route('/configuration/social_profiles', {
      methods: ['POST'],
      args: profileArgs,
      may: managers,
      returns: answers('All that is set; members not sent stay.', {}, profileArgs),
      run(request) {
        const sent = Object.fromEntries(sentOf(request, profileArgs))
        state.site.profiles = { ...state.site.profiles, ...sent }
        return ok(state.site.profiles)
      },
    }),
    route('/configuration/check_capability', {
      methods: ['GET'],
      args: { user_id: { required: true } },
      may: writers,
      returns: answers("Whether the caller may edit a user's profile.", {
        user_id: integer,
        can_edit: truth,
      }),
      run: checkCapability,
    }),
    route('/configuration/enable_tracking', {
      methods: ['POST'],
      args: { tracking: neededTruth },
      may: managers,
      returns: answers('Whether use is tracked.', { tracking: truth }),
      run(request) {
        state.site.tracking = param(request, 'tracking') === true
        return ok({ tracking: state.site.tracking })
      },
    }),
  ]
}

function sentOf(request: RestRequest, args: Args): [string, unknown][] {
  return Object.keys(args)
    .map((name): [string, unknown] => [name, param(request, name)])
    .filter(([, value]) => value !== null)
}

function checkCapability(request: RestRequest): Answer {
  const sent = param(request, 'user_id')
  const id = isScalar(sent) ? toInt(sent) : 0
  if (findUser(id) === undefined) return new RestError('rest_user_invalid_id', 'Invalid user ID.', 404)
  return ok({ user_id: id, can_edit: id === callerOf(request) || can(request.user, 'edit_users') })
}
