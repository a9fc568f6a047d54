import { join } from 'node:path'
import { Eta } from 'eta'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Audit, AuditRow } from '../../../sync/ports/audit.ts'
import type { ActionForm } from '../../actions/actions.ts'
import { assetUrl } from '../../assets.ts'
import type { FormToken } from '../../http/form-token.ts'
import { flashIdOf, withoutFlash } from '../../http/flash.ts'
import { answerWithinMs, withTimeout } from '../../http/with-timeout.ts'

/** The entries of the navigation. */
const sections = [
  { name: 'overview', label: 'Overview', url: '/' },
  { name: 'coverage', label: 'Coverage', url: '/coverage' },
  { name: 'runs', label: 'Runs', url: '/runs' },
  { name: 'queues', label: 'Queues', url: '/queues' },
] as const

export type Section = (typeof sections)[number]['name']

/** A page of the dashboard: what stands between the header and the end. */
export type Page = {
  /** The page’s name, as the browser’s tab shows it before ` · product-mirror`. */
  title: string
  /** A view in `src/ops/views`, without `.eta`; it holds what goes into `<main>`. */
  view: string
  /** What the view sees as `it`, beside `it.form(…)`, which draws an ActionForm. */
  model: object
  /** Marked in the navigation. */
  section?: Section
  /** Files in `src/ops/assets` beyond those of the frame. */
  styles?: readonly string[]
  /** ES modules in `src/ops/assets`; the page must work without them. */
  scripts?: readonly string[]
  status?: number
}

/** Sends a page in the dashboard’s frame, with what was done just before where the address says so. */
export type RenderPage = (request: FastifyRequest, reply: FastifyReply, page: Page) => Promise<FastifyReply>

const eta = new Eta({ views: join(import.meta.dirname, '..', '..', 'views'), cache: true, autoEscape: true })

/** The navigation as HTML, for pages that we do not draw ourselves. */
export function renderHeader(section?: Section): string {
  return eta.render('./header', { sections, section })
}

/** The one place where views become pages. */
export function createRenderPage(deps: { audit: Pick<Audit, 'read'>; token: FormToken }): RenderPage {
  return async (request, reply, page) => {
    const back = withoutFlash(request.url)
    const form = (wanted: ActionForm): string =>
      eta.render('./form', { ...wanted, token: deps.token.issue(), back })
    const html = eta.render('./layout', {
      title: page.title,
      header: renderHeader(page.section),
      styles: ['colors.css', 'base.css', 'header.css', 'forms.css', 'table.css', ...(page.styles ?? [])].map(
        assetUrl,
      ),
      scripts: (page.scripts ?? []).map(assetUrl),
      icon: assetUrl('icon.svg'),
      said: await readSaid(deps.audit, request),
      main: eta.render(`./${page.view}`, { ...page.model, form }),
    })
    return reply
      .code(page.status ?? 200)
      .type('text/html; charset=utf-8')
      .send(html)
  }
}

/** By the entry’s id, so that no link can put words of its own onto a page. */
async function readSaid(audit: Pick<Audit, 'read'>, { url }: FastifyRequest): Promise<AuditRow | undefined> {
  const id = flashIdOf(url)
  if (id === undefined) return undefined
  try {
    return await withTimeout(answerWithinMs, 'Redis', audit.read(id))
  } catch {
    return undefined
  }
}
