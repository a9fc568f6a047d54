import { createBullBoard } from '@bull-board/api'
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import { FastifyAdapter } from '@bull-board/fastify'
import type { Queue } from 'bullmq'
import type { FastifyInstance } from 'fastify'
import { allowInlineStyles } from './headers.ts'

const basePath = '/queues'

/** Any `<link>` in a page's HTML that names a host. */
const foreignLinks = /<link\b[^>]*\bhref="(?:https?:)?\/\/[^"]*"[^>]*>/g

const fonts = {
  'font-sans': 'system-ui, sans-serif',
  'font-mono': 'ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace',
}

/** Bull Board over all queues at `/queues`, loading nothing from other hosts. */
export function routeBoard(app: FastifyInstance, queues: readonly Queue[]): void {
  const adapter = new FastifyAdapter()
  adapter.setBasePath(basePath)
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue)),
    serverAdapter: adapter,
    options: {
      uiConfig: {
        boardTitle: 'product-mirror',
        hideDocsLink: true,
        miscLinks: [{ text: 'Overview', url: '/' }],
        theme: { light: fonts, dark: fonts },
      },
    },
  })
  void app.register(async (scope) => {
    allowInlineStyles(scope)
    // Its page asks for web fonts at an outside host and has no option not to.
    scope.addHook('onSend', async (_request, reply, payload) => {
      const isPage = String(reply.getHeader('content-type')).startsWith('text/html')
      return isPage && typeof payload === 'string' ? payload.replace(foreignLinks, '') : payload
    })
    await scope.register(adapter.registerPlugin(), { prefix: basePath })
  })
}
