import { once } from 'node:events'
import { createServer } from 'node:net'
import { ConfigError, reasonOf } from '../../lib/errors.ts'
import { isLoopback } from '../../lib/http/request-origin.ts'
import type { OpsConfig } from '../deps.ts'

export type Login = { user: string; password: string }

/**
 * The login, if there is one. Throws ConfigError if other machines could reach the server without a login.
 */
export function requiredLogin(config: OpsConfig): Login | undefined {
  const login = toLogin(config)
  if (login === undefined && !isLoopback(config.host)) {
    throw new ConfigError(
      `OPS_HOST is ${config.host}, which others can reach, and there is no login. ` +
        'Set OPS_USER and OPS_PASSWORD (or OPS_PASSWORD_FILE), or OPS_HOST=127.0.0.1 to listen on this machine only.',
    )
  }
  return login
}

function toLogin({ user, password }: OpsConfig): Login | undefined {
  if (user && password) return { user, password }
  if (!user && !password) return undefined
  const [given, missing] = user ? ['OPS_USER', 'OPS_PASSWORD'] : ['OPS_PASSWORD', 'OPS_USER']
  throw new ConfigError(`${given} is set, but ${missing} is not. A login needs both.`)
}

/** Listens briefly on the server's address; throws the error that the start would throw. */
export async function tryListening({ host, port }: OpsConfig): Promise<void> {
  const server = createServer()
  try {
    await once(server.listen({ host, port }), 'listening')
  } catch (error) {
    throw toListenError({ host, port }, error)
  } finally {
    server.close()
  }
}

/** Why the server cannot listen: a ConfigError if a setting is the cause. */
export function toListenError({ host, port }: OpsConfig, cause: unknown): unknown {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'EADDRINUSE')
    return new ConfigError(
      `OPS_PORT is ${port}, but another process already listens on ${host}:${port}. Stop it, or choose another port; 0 takes any free one.`,
    )
  if (code === 'EADDRNOTAVAIL' || code === 'EACCES' || code === 'ENOTFOUND')
    return new ConfigError(`Cannot listen on OPS_HOST ${host}, OPS_PORT ${port}: ${reasonOf(cause)}`)
  return cause
}
