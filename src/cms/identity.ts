import { z } from 'zod'
import { WireUser } from '../contracts/cms/user.ts'
import type { Connection } from './connection.ts'
import { refused } from './reply.ts'

export type CmsUser = { id: number; name: string; capabilities: ReadonlySet<string> }

/** Who the credentials are and what they may do. */
export async function fetchUser(
  connection: Connection,
  namespace: string,
  signal: AbortSignal,
): Promise<CmsUser> {
  const doing = 'asking who we are'
  const path = `/${namespace}/users/me?context=edit&_fields=id,name,roles,capabilities`
  const user = await fetchOne(connection, path, doing, WireUser, signal)
  const granted = Object.entries(user.capabilities ?? {}).filter(([, has]) => has)
  return { id: user.id, name: user.name, capabilities: new Set(granted.map(([name]) => name)) }
}

const Index = z.object({ routes: z.record(z.string(), z.unknown()) })

/** The route patterns that the CMS's index lists. */
export async function fetchRoutes(connection: Connection, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const index = await fetchOne(connection, '/?_fields=routes', 'reading the index', Index, signal)
  return new Set(Object.keys(index.routes))
}

async function fetchOne<T>(
  connection: Connection,
  path: string,
  doing: string,
  schema: z.ZodType<T>,
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
        const parsed = schema.safeParse(body)
        return parsed.success
          ? { ok: true, value: parsed.data }
          : { ok: false, reason: `an answer of another form: ${z.prettifyError(parsed.error)}` }
      },
    },
    signal,
  )
}
