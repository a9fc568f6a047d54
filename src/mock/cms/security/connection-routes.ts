import { answers, integer, routesOf, text, truth } from '../addons/declare.ts'
import { callerOf, managers } from '../addons/rights.ts'
import { type Answer, type Route, ok, updating } from '../rest/route.ts'
import type { Store } from '../store/store.ts'
import type { SecurityState } from './state.ts'

const route = routesOf('security/v1')
const connection = answers(
  'Whether the site is connected to the scanning service, and by whom since when (GMT).',
  { authenticated: truth },
  { user_id: integer, authenticated_at: text },
)

/**
 * `authenticate` and `disconnect`: the connection to the scanning service. Credentials in the request are not stored.
 */
export function connectionRoutes(store: Store, state: SecurityState): Route[] {
  const tell = (): Answer => ok({ authenticated: state.connection !== undefined, ...state.connection })
  return [
    route(
      '/authenticate',
      { methods: ['GET'], args: {}, may: managers, returns: connection, run: tell },
      {
        methods: ['POST'],
        args: {},
        may: managers,
        returns: connection,
        run(request) {
          state.connection = { user_id: callerOf(request), authenticated_at: store.today().gmt }
          return tell()
        },
      },
    ),
    route('/disconnect', {
      methods: updating,
      args: {},
      may: managers,
      returns: answers('The connection after its end; configuration and findings are gone with it.', {
        authenticated: truth,
      }),
      run() {
        state.reset()
        return tell()
      },
    }),
  ]
}
