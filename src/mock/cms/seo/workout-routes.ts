import { answers, mapOf, routesOf } from '../addons/declare.ts'
import { sentMembers } from '../addons/params.ts'
import { editors } from '../addons/rights.ts'
import { type Answer, type Route, ok } from '../rest/route.ts'
import type { SeoState } from './state.ts'

/** `workouts`: arbitrary notes of editors by name. Sending a name again replaces its note. */
export function workoutRoutes(state: SeoState): Route[] {
  const returns = answers('All workouts by name.', { workouts: mapOf(true) })
  const tell = (): Answer => ok({ workouts: state.site.workouts })
  return [
    routesOf('seo/v1')(
      '/workouts',
      { methods: ['GET'], args: {}, may: editors, returns, run: tell },
      {
        methods: ['POST'],
        args: {},
        may: editors,
        returns,
        run(request) {
          state.site.workouts = { ...state.site.workouts, ...sentMembers(request) }
          return tell()
        },
      },
    ),
  ]
}
