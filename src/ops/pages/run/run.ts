import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Language } from '../../../contracts/gtin.ts'
import { whats } from '../../../core/views/run-index.ts'
import { createIndexReader } from '../../../sync/views/run-index/read-index.ts'
import { findRun } from '../../http/find-run.ts'
import { parseQuery } from '../../http/parse-input.ts'
import type { PageDeps } from '../shared/render-page.ts'
import { findLive } from '../../live/live-run.ts'
import { withTimeout } from '../../http/with-timeout.ts'
import { filterLink, runUrl } from '../shared/links.ts'
import { formatTypes, formats, writeRunAs, type Format } from './run-download.ts'
import { readRunPage } from './run-model.ts'

type Named = { Params: { name: string } }

const PageInput = z.strictObject({
  what: z.enum(whats).optional(),
  language: Language.optional(),
  field: z.string().max(100).optional(),
  text: z.string().max(300).optional(),
  why: z.string().max(20).optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
})

/** A large run takes long to read. */
const withinMs = 15_000

/** The server's default limit would cut off a large download. */
const downloadMs = 3_600_000

/** `/runs/:id` and its downloads `.json`, `.csv` and `.md`. */
export function routeRunPages(app: FastifyInstance, deps: PageDeps): void {
  const readIndex = createIndexReader(deps)

  app.get<Named>('/runs/:name', { handlerTimeout: downloadMs }, async (request, reply) => {
    const { id, format } = parseName(request.params.name)
    const run = await withTimeout(findRun(deps.runs, id))
    if (format !== undefined) {
      return reply
        .type(formatTypes[format])
        .header('content-disposition', `attachment; filename="run-${fileName(id)}.${format}"`)
        .send(Readable.from(writeRunAs[format](deps, run)))
    }
    const filter = {
      what: undefined,
      language: undefined,
      field: undefined,
      text: undefined,
      why: undefined,
      ...parseQuery(PageInput, request.query),
    }
    const read = async () =>
      readRunPage(deps, run, { read: await readIndex(run), filter, now: Date.now() }, request.signal)
    const both = Promise.all([read(), deps.readLiveRun()])
    const [page, active] = await withTimeout(both, { ms: withinMs })
    const live = findLive(active, id)
    return deps.renderPage(request, reply, {
      title: `Run ${id}`,
      section: 'runs',
      view: 'run',
      model: { ...page, live, only: true, formats, link: filterLink(runUrl(id), page.filter, '#changes') },
      styles: ['records.css', 'diff.css', 'run.css', 'live.css'],
      scripts: live ? ['live.js'] : [],
    })
  })
}

function parseName(name: string): { id: string; format: Format | undefined } {
  const format = formats.find((ending) => name.endsWith(`.${ending}`))
  return { id: format === undefined ? name : name.slice(0, -format.length - 1), format }
}

/** Ids are plain, but the URL may contain anything. */
function fileName(id: string): string {
  return id.replace(/[^\w.-]/g, '_')
}
