import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createBullBoard } from '@bull-board/api'
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import { FastifyAdapter } from '@bull-board/fastify'
import { fastify, LogController } from 'fastify'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { toJson } from '../../../lib/text/json.ts'
import { assetUrl } from '../../assets.ts'
import type { OpsDeps } from '../../deps.ts'
import type { ReadReceived } from '../../http/later-app.ts'
import { routePublicPath } from '../../http/public-path.ts'
import { answerErrors } from '../shared/answer-errors.ts'
import { belowBase } from '../shared/below-base.ts'
import { renderHeader, type Frame } from '../shared/render-header.ts'
import type { RenderPage } from '../shared/render-page.ts'
import { shownData } from './job-data.ts'
import { linkOfJob } from './job-link.ts'
import { refuseForgery } from './refuse-forgery.ts'

/** Any `<link>` in a page's HTML to another host. */
const foreignLinks = /<link\b[^>]*\bhref="(?:https?:)?\/\/[^"]*"[^>]*>/g

/** The URLs of our files in the board’s JSON settings. */
const ownAssets = /:"\/assets\//g

const fonts = {
  'font-sans': 'system-ui, sans-serif',
  'font-mono': 'ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace',
}

export type BoardDeps = OpsDeps & Frame & { renderPage: RenderPage }

/**
 * Bull Board under our navigation, below `basePath`, as an app that does not listen; it loads nothing from other hosts.
 * The caller has checked the access of its requests.
 */
export async function createBoardApp(
  deps: BoardDeps,
  basePath: string,
  received: ReadReceived,
): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = deps.log
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    handlerTimeout: 30_000,
    genReqId: (raw) => received(raw)?.id ?? '',
  })
  app.setReplySerializer(toJson)
  routePublicPath(app, (raw) => received(raw)?.publicPath ?? '')
  app.decorateRequest('person', null)
  app.addHook('onRequest', async (request) => {
    request.person = received(request.raw)?.person ?? null
  })
  answerErrors(app, deps.renderPage)
  await app.register(async (scope) => {
    scope.addHook('onSend', async ({ publicPath }, reply, payload) => {
      const isPage = String(reply.getHeader('content-type')).startsWith('text/html')
      return isPage && typeof payload === 'string' ? intoFrame(payload, deps, publicPath) : payload
    })
    await scope.register(createBoard(deps, basePath).registerPlugin(), { prefix: basePath })
  })
  await app.ready()
  return app
}

function createBoard({ queues }: OpsDeps, basePath: string): FastifyAdapter {
  const adapter = new FastifyAdapter()
  adapter.setBasePath(basePath)
  createBullBoard({
    queues: queues.map(toAdapter),
    serverAdapter: adapter,
    options: {
      // Otherwise the package evaluates a CommonJS expression, which fails in a bundle.
      uiBasePath: dirname(fileURLToPath(import.meta.resolve('@bull-board/ui/package.json'))),
      handlerHooks: { before: (asked) => refuseForgery(queues, asked) },
      uiConfig: {
        boardTitle: 'Queues',
        boardLogo: { path: assetUrl('icon.svg'), width: 20, height: 20 },
        favIcon: { default: assetUrl('icon.svg'), alternative: assetUrl('icon.svg') },
        hideDocsLink: true,
        theme: { light: fonts, dark: fonts },
      },
    },
  })
  return adapter
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
