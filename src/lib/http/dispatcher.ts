import type { LookupFunction } from 'node:net'
import { Agent, type buildConnector, type Dispatcher, Pool, ProxyAgent } from 'undici'
import { type Network, type Proxy, proxyFor } from './proxy.ts'
import { compact } from '../compact.ts'

export type Limits = Pick<
  Pool.Options,
  'allowH2' | 'bodyTimeout' | 'connections' | 'headersTimeout' | 'maxResponseSize'
>

const connectMs = 10_000
/**
 * Time limit for each address of a host with several. Node's default of 250 ms is shorter than a round trip
 * over a slow line, where every address would then fail.
 */
const addressMs = 2_000

/** Connections to one origin, directly or through its proxy. Only direct connections use `lookup`. */
export function createPool(
  origin: string,
  network: Network,
  limits: Limits,
  lookup?: LookupFunction,
): Dispatcher {
  const proxy = proxyFor(origin, network)
  if (proxy !== undefined) return new NamedProxy(proxy, limits)
  const connect: buildConnector.BuildOptions = compact({
    timeout: connectMs,
    autoSelectFamilyAttemptTimeout: addressMs,
    lookup,
  })
  return new Pool(origin, { ...limits, connect })
}

/** Connections to any origin. */
export function createAgent(
  network: Network,
  limits: Limits,
  lookupOf?: (origin: string) => LookupFunction | undefined,
): Agent {
  return new Agent({
    factory: (url) => {
      const { origin } = new URL(url)
      return createPool(origin, network, limits, lookupOf?.(origin))
    },
  })
}

/** undici's proxy agent, with the limits of a direct connection and errors that name the proxy. */
class NamedProxy extends ProxyAgent {
  readonly #proxy: Proxy

  constructor(proxy: Proxy, limits: Limits) {
    super({
      uri: proxy.url,
      connectTimeout: connectMs,
      proxyTls: { autoSelectFamilyAttemptTimeout: addressMs } as NonNullable<ProxyAgent.Options['proxyTls']>,
      factory: (origin, { connect }: Pick<Pool.Options, 'connect'>) =>
        new Pool(origin, compact({ ...limits, connect })),
      // The default time limit for the response to CONNECT is five minutes.
      clientFactory: (url, options) => new Pool(url, { ...options, headersTimeout: connectMs }),
    })
    this.#proxy = proxy
  }

  override dispatch(options: Agent.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const { host } = new URL(String(options.origin))
    return super.dispatch(options, naming(handler, this.#proxy, host))
  }
}

/** Names the proxy in the errors that it caused. */
function naming(handler: Dispatcher.DispatchHandler, proxy: Proxy, host: string): Dispatcher.DispatchHandler {
  return {
    onRequestStart: (...args) => handler.onRequestStart?.(...args),
    onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
    onResponseStart: (...args) => handler.onResponseStart?.(...args),
    onResponseData: (...args) => handler.onResponseData?.(...args),
    onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
    onResponseError: (controller, error) =>
      handler.onResponseError?.(controller, toProxyError(error, proxy, host)),
  }
}

/** The codes of connection errors. The only connection is the one to the proxy. */
const unreachable = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_PRX_CONN',
  'UND_ERR_PRX_TLS',
])

function toProxyError(error: Error, { shown, variable }: Proxy, host: string): Error {
  const code = 'code' in error ? String(error.code) : ''
  const status = /^Proxy (?:response|Authentication Required) \((\d{3})\)/.exec(error.message)?.[1]
  const message =
    status === '407'
      ? `${shown} requires a valid login (status 407). Correct the user and password in ${variable}`
      : status !== undefined
        ? `${shown} refuses a connection to ${host} (status ${status}). Allow it there, or add the host to NO_PROXY`
        : unreachable.has(code)
          ? `no connection through ${shown}: ${error.message || code}. Check ${variable}`
          : undefined
  if (message === undefined) return error
  // The client's error contains only the status, which the message contains already.
  return Object.assign(new Error(message, status === undefined ? { cause: error } : {}), {
    code: status === undefined ? 'PROXY_UNREACHABLE' : 'PROXY_REFUSED',
  })
}
