import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createBullBoard } from '@bull-board/api'
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import { FastifyAdapter } from '@bull-board/fastify'
import type { FastifyInstance } from 'fastify'
import { safeMethods } from '../../http/access.ts'
import { actorOf } from '../../http/actor.ts'
import { assetUrl } from '../../assets.ts'
import type { OpsDeps } from '../../deps.ts'
import { addressBelow } from '../../http/address-below.ts'
import { allowInlineStyles } from '../../http/headers.ts'
import { belowBase } from '../shared/below-base.ts'
import { runUrl } from '../shared/links.ts'
import { renderHeader, type Frame } from '../shared/render-header.ts'
import { shownData } from './job-data.ts'
import { refuseForgery } from './refuse-forgery.ts'

const path = '/queues'

/** Any `<link>` in a page's HTML to another host. */
const foreignLinks = /<link\b[^>]*\bhref="(?:https?:)?\/\/[^"]*"[^>]*>/g

/** The URLs of our files in the board’s JSON settings. */
const ownAssets = /:"\/assets\//g

const fonts = {
  'font-sans': 'system-ui, sans-serif',
  'font-mono': 'ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace',
}

/** `/queues`: Bull Board under our navigation; it loads nothing from other hosts. */
export function routeBoard(app: FastifyInstance, deps: OpsDeps & Frame): void {
  const basePath = addressBelow(path, deps.place?.base)
  const adapter = new FastifyAdapter()
  adapter.setBasePath(basePath)
  createBullBoard({
    queues: deps.queues.map(toAdapter),
    serverAdapter: adapter,
    options: {
      // Otherwise the package evaluates a CommonJS expression, which fails in a bundle.
      uiBasePath: dirname(fileURLToPath(import.meta.resolve('@bull-board/ui/package.json'))),
      handlerHooks: { before: (asked) => refuseForgery(deps.queues, asked) },
      uiConfig: {
        boardTitle: 'Queues',
        boardLogo: { path: assetUrl('icon.svg'), width: 20, height: 20 },
        favIcon: { default: assetUrl('icon.svg'), alternative: assetUrl('icon.svg') },
        hideDocsLink: true,
        theme: { light: fonts, dark: fonts },
      },
    },
  })
  void app.register(async (scope) => {
    allowInlineStyles(scope)
    auditWrites(scope, deps)
    scope.addHook('onSend', async ({ publicPath }, reply, payload) => {
      const isPage = String(reply.getHeader('content-type')).startsWith('text/html')
      return isPage && typeof payload === 'string' ? intoFrame(payload, deps, publicPath) : payload
    })
    await scope.register(adapter.registerPlugin(), { prefix: path })
  })
}

/** A queue without the buttons for refused requests, as far as Bull Board can omit them. */
function toAdapter(queue: OpsDeps['queues'][number]): BullMQAdapter {
  const externalJobUrl = ({ data }: { data: unknown }) => {
    const { displayText, href } = linkOfJob(data)
    // Relative to the page’s base, because the public path differs between requests.
    return { displayText, href: `..${href}` }
  }
  const options = { externalJobUrl, allowCompletedRetries: false }
  const adapter = new BullMQAdapter(queue, options)
  Object.defineProperty(adapter, 'supportsGlobalRateLimit', { value: false })
  adapter.setFormatter('data', shownData)
  return adapter
}

/** Bull Board has no option for a header, and none to omit the web fonts of another host. */
function intoFrame(page: string, frame: Frame, publicPath: string): string {
  const styles = ['colors.css', 'motion.css', 'header.css', 'board.css']
  const links = [
    ...styles.map((name) => `<link rel="stylesheet" href="${assetUrl(name)}">`),
    `<script type="module" src="${assetUrl('search.js')}"></script>`,
  ].join('')
  const framed = page
    .replace(foreignLinks, '')
    .replace('<head>', `<head>${links}`)
    .replace(/<body[^>]*>/, (body) => body + renderHeader(frame, { section: 'queues' }))
    .replaceAll(ownAssets, () => `:"${publicPath}/assets/`)
  return belowBase(framed, publicPath)
}

/** Bull Board changes queues and jobs itself, so its requests are audited here. */
function auditWrites(scope: FastifyInstance, { audit, log, place }: OpsDeps): void {
  scope.addHook('onResponse', async (request, reply) => {
    if (safeMethods.has(request.method)) return
    const { pathname } = new URL(request.url, 'http://ops')
    const { statusCode } = reply
    const entry = {
      at: new Date().toISOString(),
      ...actorOf(request, 'queues'),
      action: request.method,
      subject: pathname.replace(`${addressBelow(path, place?.base)}/api`, ''),
      done: statusCode < 400,
      result: `HTTP ${statusCode}`,
    }
    await audit.add(entry).catch((error: unknown) => log.error({ err: error, entry }, 'audit entry lost'))
  })
}

/** The link on a job's page in Bull Board: its product if it has only one, otherwise its run. */
export function linkOfJob(data: unknown): { displayText: string; href: string } {
  const { runId, gtins, recordIds } = toFields(data)
  const products = [...new Set([...texts(gtins), ...texts(recordIds).map((id) => id.split('/')[0] ?? '')])]
  const [product] = products
  if (product !== undefined && products.length === 1)
    return { displayText: `Product ${product}`, href: `/products/${encodeURIComponent(product)}` }
  if (typeof runId === 'string') return { displayText: `Run ${runId}`, href: runUrl(runId) }
  return { displayText: 'Runs', href: '/runs' }
}

function toFields(data: unknown): Partial<Record<string, unknown>> {
  return typeof data === 'object' && data !== null ? { ...data } : {}
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []
}
