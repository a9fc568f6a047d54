import pLimit from 'p-limit'
import { createPool } from '../../lib/http/dispatcher.ts'
import { type Network, userAgentOf } from '../../lib/http/proxy.ts'
import { send } from '../../lib/http/send.ts'
import type { Cms } from '../../sync/ports/cms.ts'
import { readApiRoot } from '../connection/api-root.ts'

/** Images that browsers show. SVG is excluded because it may contain scripts. */
const accepted: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
])
const imageName = /\.(?:jpe?g|png|gif|webp|avif)$/i
const mostBytes = 1024 * 1024
const timeoutMs = 5_000
const atOnce = 4
/** Further requests are refused, so that a slow site ties up little memory. */
const mostWaiting = 60

type Options = { apiRoot: string; network?: Network | undefined }

/**
 * Fetches public images from the host of the CMS's interface, without our login. Only the path of an address counts, so no
 * other host is ever requested. These requests do not count towards outages, because another server may serve files.
 */
export function openImages({ apiRoot, network = {} }: Options): Pick<Cms, 'fetchImage'> & {
  closeImages(): Promise<void>
} {
  const { origin } = readApiRoot(apiRoot)
  const limits = { connections: atOnce, allowH2: false, maxResponseSize: mostBytes }
  const pool = createPool(origin, network, { ...limits, headersTimeout: 0, bodyTimeout: 0 })
  const limit = pLimit(atOnce)
  const headers = { accept: [...accepted].join(', '), 'user-agent': userAgentOf(network) }
  return {
    async fetchImage(url, signal) {
      const path = pathOf(url)
      if (path === undefined || limit.pendingCount >= mostWaiting) return undefined
      const request = { method: 'GET', origin, path, headers } as const
      // A browser that has left needs no image any more.
      const sent = await limit(async () =>
        signal.aborted ? undefined : send(pool, request, timeoutMs, signal),
      )
      if (sent?.ok !== true || sent.response.status !== 200) return undefined
      const { bytes } = sent.response
      const { fileTypeFromBuffer } = await import('file-type')
      const mime = (await fileTypeFromBuffer(bytes))?.mime ?? ''
      return accepted.has(mime) ? { bytes, mime } : undefined
    },
    closeImages: () => pool.close(),
  }
}

/** The path of an image's address; undefined for any other address. */
function pathOf(url: string): string | undefined {
  const { protocol, pathname = '', search = '' } = URL.parse(url) ?? {}
  return /^https?:$/.test(protocol ?? '') && imageName.test(pathname) ? pathname + search : undefined
}
