import { integer, mapOf, routesOf, text, truth } from '../addons/declare.ts'
import { sentMembers } from '../addons/params.ts'
import { managers } from '../addons/rights.ts'
import { type Returns, type Route, ok, updating } from '../rest/route.ts'
import type { Args } from '../rest/schema/schema.ts'
import type { SecurityState } from './state.ts'

const known = {
  auto_scan: truth,
  scan_interval_hours: { ...integer, minimum: 1, maximum: 720 },
  notify_email: text,
} satisfies Args
const returns: Returns = {
  description: 'The whole configuration: the known members, and whatever else was ever set.',
  schema: { ...mapOf(true), properties: known },
}

/** `config`: reads the configuration, or merges the request into it. Unknown fields are stored, too. */
export function configRoutes(state: SecurityState): Route[] {
  return [
    routesOf('security/v1')(
      '/config',
      { methods: ['GET'], args: {}, may: managers, returns, run: () => ok(state.config) },
      {
        methods: updating,
        args: known,
        may: managers,
        returns,
        run(request) {
          state.config = { ...state.config, ...sentMembers(request) }
          return ok(state.config)
        },
      },
    ),
  ]
}
