import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { addRoute, type ApiRoute } from '../../http/api-route.ts'
import { HttpError } from '../../http/http-error.ts'
import type { PlacedMirror } from '../../deps.ts'
import type { RenderPage } from '../shared/render-page.ts'
import { MirrorRow, readMirrorRow } from './mirror-row.ts'

export const mirrorApi = {
  listMirrors: {
    method: 'GET',
    url: '/api/mirrors',
    summary: 'List the mirrors of a process with several',
    description: 'Only at the root of such a process.',
    response: z.strictObject({ mirrors: z.array(MirrorRow) }),
  },
} satisfies Record<string, ApiRoute>

/**
 * `/` of several mirrors: the state of each in a row. `/api/mirrors` returns the same; the rest of the API
 * belongs to each mirror.
 */
export function routeMirrorList(
  app: FastifyInstance,
  { renderPage, mirrors }: { renderPage: RenderPage; mirrors: readonly PlacedMirror[] },
): void {
  const readRows = (publicPath = '') =>
    Promise.all(mirrors.map((mirror) => readMirrorRow(mirror, Date.now(), publicPath)))

  app.get('/', async (request, reply) =>
    renderPage(request, reply, {
      title: 'Mirrors',
      view: 'mirrors',
      model: { rows: await readRows() },
      styles: ['runs-table.css', 'overview.css'],
    }),
  )

  addRoute(app, mirrorApi.listMirrors, async ({ publicPath }) => ({
    mirrors: await readRows(publicPath),
  }))

  app.all('/api/*', async (request) => {
    const paths = mirrors.map(({ place }) => `${place.base}/api`).join(', ')
    const message = `${request.url} does not exist. This process has several mirrors: use ${paths}, or /api/mirrors.`
    throw new HttpError(404, 'name_a_mirror', message)
  })
}
