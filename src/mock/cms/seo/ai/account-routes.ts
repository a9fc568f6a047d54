import {
  answers,
  integer,
  neededInteger,
  neededText,
  neededTruth,
  routesOf,
  text,
  truth,
} from '../../addons/declare.ts'
import { callerOf, managers, writers } from '../../addons/rights.ts'
import { RestError } from '../../rest/error.ts'
import { type RestRequest, intParam, param, textParam } from '../../rest/request.ts'
import { type Route, ok } from '../../rest/route.ts'
import type { Store } from '../../store/store.ts'
import { findUser } from '../../users/users.ts'
import type { SeoState } from '../state.ts'
import { consentingCaller } from './consent.ts'

const route = routesOf('seo/v1')

/** A user's account with the AI service: consent, tokens received by callbacks, and usage. */
export function accountRoutes(store: Store, state: SeoState): Route[] {
  return [
    callbackRoute(state, '/ai_generator/callback'),
    callbackRoute(state, '/ai_generator/refresh_callback'),
    route('/ai_generator/consent', {
      methods: ['POST'],
      args: { consent: neededTruth },
      may: writers,
      returns: answers("The caller's consent; without it the tokens are forgotten.", { consent: truth }),
      run(request) {
        const own = state.of(callerOf(request))
        own.consent = param(request, 'consent') === true
        if (!own.consent) own.tokens = undefined
        return ok({ consent: own.consent })
      },
    }),
    route('/ai_generator/bust_subscription_cache', {
      methods: ['POST'],
      args: {},
      may: writers,
      returns: answers('Number of times the cached subscription was discarded.', {
        subscription_checks: integer,
      }),
      run: () => ok({ subscription_checks: ++state.site.subscriptionChecks }),
    }),
    route('/ai/free_sparks', {
      methods: ['POST'],
      args: {},
      may: writers,
      returns: answers('Since when (GMT) the free use is on; a second request changes nothing.', {
        is_active: truth,
        active_since: text,
      }),
      run() {
        state.site.freeSparksSince ??= store.today().gmt
        return ok({ is_active: true, active_since: state.site.freeSparksSince })
      },
    }),
    route('/ai_generator/get_usage', {
      methods: ['POST'],
      args: { is_shop_product_entity: { ...truth, default: false } },
      may: writers,
      returns: answers("The caller's suggestions so far, for the shop or for everything else.", {
        count: integer,
        is_shop_product_entity: truth,
        has_free_sparks: truth,
        is_connected: truth,
      }),
      run(request) {
        const own = consentingCaller(state, request)
        const shop = param(request, 'is_shop_product_entity') === true
        return ok({
          count: shop ? own.usage.shop : own.usage.ordinary,
          is_shop_product_entity: shop,
          has_free_sparks: state.site.freeSparksSince !== undefined,
          is_connected: own.tokens !== undefined,
        })
      },
    }),
  ]
}

/** Users may store tokens for themselves, administrators for all users. No route returns them. */
function callbackRoute(state: SeoState, path: string): Route {
  return route(path, {
    methods: ['POST'],
    args: {
      access_jwt: neededText,
      refresh_jwt: neededText,
      code_challenge: neededText,
      user_id: neededInteger,
    },
    may: (request) => managers(request) || (writers(request) && isOwn(request)),
    returns: answers('Whose tokens are stored now.', { user_id: integer, is_connected: truth }),
    run(request) {
      const id = intParam(request, 'user_id')
      if (findUser(id) === undefined) return new RestError('rest_user_invalid_id', 'Invalid user ID.', 404)
      state.of(id).tokens = {
        access_jwt: textParam(request, 'access_jwt'),
        refresh_jwt: textParam(request, 'refresh_jwt'),
        code_challenge: textParam(request, 'code_challenge'),
      }
      return ok({ user_id: id, is_connected: true })
    },
  })
}

function isOwn(request: RestRequest): boolean {
  return intParam(request, 'user_id') === callerOf(request)
}
