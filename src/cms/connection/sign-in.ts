import { z } from 'zod'
import { LoginIndex, loginError } from './login-fault.ts'
import type { CmsRequest } from './request.ts'
import { type Refusal, wrongRoot } from './response.ts'

const User = z.object({ id: z.int() })

type Ask = <T>(request: CmsRequest<T>, signal: AbortSignal) => Promise<{ value: T } | { refusal: Refusal }>

type Site = {
  namespace: string
  usesToken: () => boolean
  findPlainRoot: (doing: string, signal: AbortSignal) => Promise<Error | undefined>
}

/**
 * Creates the check after a refused request: it throws UnusableError if the CMS does not return our user
 * either.
 */
export function createSignInCheck(ask: Ask, { namespace, usesToken, findPlainRoot }: Site) {
  /** Why the CMS does not return our user; undefined if it does. */
  async function findLoginFault(signal: AbortSignal): Promise<Partial<Refusal> | undefined> {
    const login = await ask<boolean>(
      {
        kind: 'cmsOther',
        method: 'GET',
        path: `${namespace}/users/me?context=edit&_fields=id`,
        doing: 'reading our own user',
        read: ({ body }) => ({ ok: true, value: User.safeParse(body).success }),
      },
      signal,
    )
    if ('refusal' in login) return login.refusal
    return login.value ? undefined : { lacks: 'rights' }
  }

  /** The index is public unless a plug-in or a firewall closes the REST API. */
  async function readLoginIndex(signal: AbortSignal) {
    const index = await ask<z.infer<typeof LoginIndex> | undefined>(
      {
        kind: 'cmsOther',
        method: 'GET',
        path: '/?_fields=authentication',
        doing: 'reading the index',
        read: ({ body }) => ({ ok: true, value: LoginIndex.safeParse(body).data }),
      },
      signal,
    )
    return 'refusal' in index ? { refused: index.refusal } : index.value
  }

  return async function assertSignedIn(
    { doing, summary, lacks }: { doing: string; summary: string; lacks?: Refusal['lacks'] },
    signal: AbortSignal,
  ): Promise<void> {
    const fault = await findLoginFault(signal)
    if (fault?.lacks === 'rights') {
      const index = await readLoginIndex(signal)
      throw loginError({ doing, summary, login: fault, index, usesToken: usesToken() })
    }
    // Plug-ins hide the route of users, so its absence alone proves nothing.
    if (fault?.lacks === 'route' && lacks === 'route')
      throw (
        (fault.body === undefined && (await findPlainRoot(doing, signal))) ||
        wrongRoot(doing, `returned ${summary}`)
      )
  }
}
