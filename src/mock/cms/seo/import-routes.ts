import { answers, integer, routesOf, text, truth } from '../addons/declare.ts'
import { managers } from '../addons/rights.ts'
import { textParam } from '../rest/request.ts'
import { type Route, ok } from '../rest/route.ts'

/** `import/<plugin>/<type>`: finds nothing, because no other plug-in has stored data here. */
export const importRoutes: readonly Route[] = [
  routesOf('seo/v1')('/import/(?P<plugin>[\\w-]+)/(?P<type>[\\w-]+)', {
    methods: ['POST'],
    args: {},
    may: managers,
    returns: answers('What was found of a plug-in, and what became of it.', {
      plugin: text,
      type: text,
      found: integer,
      imported: integer,
      skipped: integer,
      next_url: truth,
    }),
    run: (request) =>
      ok({
        plugin: textParam(request, 'plugin'),
        type: textParam(request, 'type'),
        found: 0,
        imported: 0,
        skipped: 0,
        next_url: false,
      }),
  }),
]
