import { contextArg, pageArgs, plainContextArg } from '../rest/common-args.ts'
import { RestError, refuse } from '../rest/error.ts'
import { type RestRequest, textParam } from '../rest/request.ts'
import { type Route, ok } from '../rest/route.ts'
import type { Schema } from '../rest/schema/schema.ts'
import { can } from '../users/users.ts'
import { icons } from './icons.ts'

const namespace = 'cms/v2'
const text: Schema = { type: 'string' }
const icon: Schema = { title: 'Icon', type: 'object', properties: { name: text, label: text, content: text } }

function mayView({ user }: RestRequest): true | RestError {
  return (
    can(user, 'edit_posts') ||
    refuse(user, 'rest_cannot_view', 'Sorry, you are not allowed to view the registered icons.')
  )
}

/** Icons. Like WordPress, checks the paging parameters and then ignores them. */
export const iconRoutes: readonly Route[] = [
  {
    pattern: `/${namespace}/icons`,
    namespace,
    endpoints: [
      {
        methods: ['GET'],
        args: { ...pageArgs, context: contextArg },
        returns: {
          description: 'All icons that fit; there are no pages of this list.',
          schema: { type: 'array', items: icon },
        },
        may: mayView,
        run(request) {
          const search = textParam(request, 'search').toLowerCase()
          return ok(icons.filter(({ name, label }) => `${name}\n${label}`.toLowerCase().includes(search)))
        },
      },
    ],
  },
  {
    pattern: `/${namespace}/icons/(?P<name>[a-z][a-z0-9-]*/[a-z][a-z0-9-]*)`,
    namespace,
    endpoints: [
      {
        methods: ['GET'],
        returns: { description: 'The icon.', schema: icon },
        args: { name: { type: 'string' }, context: { ...plainContextArg, default: 'view' } },
        may: mayView,
        run(request) {
          const name = textParam(request, 'name')
          const found = icons.find((one) => one.name === name)
          return found === undefined
            ? new RestError('rest_icon_not_found', `Icon not found: "${name}".`, 404)
            : ok(found)
        },
      },
    ],
  },
]
