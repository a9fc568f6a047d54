import { z } from 'zod'
import { WireUser } from '../contracts/cms/user.ts'
import { type Connection, parseBody } from './connection.ts'
import { refused } from './response.ts'

export type CmsUser = { id: number; name: string; capabilities: ReadonlySet<string> }

/** The user that the credentials belong to, with its capabilities. */
export async function fetchUser(connection: Connection, signal: AbortSignal): Promise<CmsUser> {
  const path = `${connection.namespace}/users/me?context=edit&_fields=id,name,roles,capabilities`
  const user = await fetchOne(connection, { path, doing: 'reading our own user', schema: WireUser }, signal)
  const granted = Object.entries(user.capabilities ?? {}).filter(([, has]) => has)
  return { id: user.id, name: user.name, capabilities: new Set(granted.map(([name]) => name)) }
}

const Index = z.object({ routes: z.record(z.string(), z.unknown()) })

/** The route patterns that the CMS's index lists. */
export async function fetchRoutes(connection: Connection, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const request = { path: '/?_fields=routes', doing: 'reading the index', schema: Index }
  return new Set(Object.keys((await fetchOne(connection, request, signal)).routes))
}

async function fetchOne<T>(
  connection: Connection,
  { path, doing, schema }: { path: string; doing: string; schema: z.ZodType<T> },
  signal: AbortSignal,
): Promise<T> {
  return connection.request(
    {
      kind: 'cmsOther',
      method: 'GET',
      path,
      doing,
      read({ body, refusal }) {
        if (refusal !== undefined) throw refused(doing, refusal)
        return parseBody(schema, body, 'an answer')
      },
    },
    signal,
  )
}
