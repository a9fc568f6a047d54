import { z } from 'zod'
import { WireUser } from '../../contracts/cms/user.ts'
import type { Cms } from '../../sync/ports/cms.ts'
import { type Connection, parseBody } from './connection.ts'

const Index = z.object({ routes: z.record(z.string(), z.unknown()) })

/** Reads the user of our credentials and the routes of the CMS. */
export function openIdentity(connection: Connection): Pick<Cms, 'fetchUser' | 'fetchRoutes'> {
  const fetchOne = <T>(path: string, doing: string, schema: z.ZodType<T>, signal: AbortSignal): Promise<T> =>
    connection.request(
      {
        kind: 'cmsOther',
        method: 'GET',
        path,
        doing,
        read: ({ body }) => parseBody(schema, body, 'a response'),
      },
      signal,
    )
  return {
    async fetchUser(signal) {
      const path = `${connection.namespace}/users/me?context=edit&_fields=id,name,roles,capabilities`
      const user = await fetchOne(path, 'reading our own user', WireUser, signal)
      const granted = Object.entries(user.capabilities ?? {}).filter(([, has]) => has)
      return {
        id: user.id,
        name: user.name,
        roles: user.roles ?? [],
        capabilities: new Set(granted.map(([name]) => name)),
      }
    },

    async fetchRoutes(signal) {
      const { routes } = await fetchOne('/?_fields=routes', 'reading the index', Index, signal)
      const namespace = (await connection.findNamespace(signal)).slice(1)
      return { namespace, routes: new Set(Object.keys(routes)) }
    },
  }
}
