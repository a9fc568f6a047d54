import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuditRow } from '../../../sync/ports/stored.ts'
import type { ActionForm } from '../../actions/actions.ts'
import { assetUrl } from '../../assets.ts'
import type { OpsDeps } from '../../deps.ts'
import type { FormToken } from '../../http/form-token.ts'
import { flashIdOf, withFlash } from '../../http/flash.ts'
import type { ReadLiveRun } from '../../live/live-run.ts'
import { withTimeout } from '../../http/with-timeout.ts'
import { belowBase } from './below-base.ts'
import { eta } from './eta.ts'
import { withLocalTimes } from '../../../lib/time/local-times.ts'
import { renderHeader, type Frame, type Section } from './render-header.ts'

/** A page of the dashboard, without its frame. */
export type Page = {
  /** Shown in the browser's tab before ` · product-mirror`. */
  title: string
  /** A view in `src/ops/views`, without `.eta`: the content of `<main>`. */
  view: string
  /** The view's `it`; the frame adds `it.form(…)`, which renders an ActionForm, and `it.mayAct`. */
  model: object
  section?: Section
  /** The text in the search field. */
  query?: string
  /** Files in `src/ops/assets` beyond those of the frame. */
  styles?: readonly string[]
  /** ES modules in `src/ops/assets`; the page must work without them. */
  scripts?: readonly string[]
  status?: number
}

/** Sends a page in the dashboard's frame, with the result of the last action if the URL names it. */
export type RenderPage = (request: FastifyRequest, reply: FastifyReply, page: Page) => Promise<FastifyReply>

export type PageDeps = OpsDeps & Frame & { renderPage: RenderPage; readLiveRun: ReadLiveRun }

/** Creates the only function that renders views as pages. */
export function createRenderPage(
  deps: Frame &
    Pick<Partial<OpsDeps>, 'audit' | 'health'> & { token: FormToken; timeZone?: string | undefined },
): RenderPage {
  const { base = '' } = deps.place ?? {}
  const { timeZone = 'UTC' } = deps
  return async (request, reply, page) => {
    const back = withFlash(request.url, undefined)
    // The server would refuse a reader's form.
    const mayAct = request.person?.mayAct !== false
    const isOutside = deps.health?.writePause()?.code === 'outside-windows'
    const form = (wanted: ActionForm): string =>
      !mayAct
        ? ''
        : eta.render('./parts/form', {
            back,
            ...wanted,
            token: deps.token.issue(),
            mayWriteNow: isOutside && mayWriteNow(wanted),
          })
    const flash = await readFlash(deps.audit, request)
    const html = eta.render('./layout', {
      title: page.title,
      header: renderHeader(deps, page),
      styles: [
        'colors.css',
        'motion.css',
        'base.css',
        'header.css',
        'forms.css',
        'table.css',
        ...(page.styles ?? []),
      ].map(assetUrl),
      scripts: ['search.js', ...(page.scripts ?? [])].map(assetUrl),
      icon: assetUrl('icon.svg'),
      flash,
      main: belowBase(eta.render(`./${page.view}`, { ...page.model, form, mayAct }), base),
    })
    return reply
      .code(page.status ?? 200)
      .type('text/html; charset=utf-8')
      .send(belowBase(withLocalTimes(html, { timeZone, now: Date.now() }), request.publicPath))
  }
}

/**
 * Whether an action writes to the CMS, and leaves it open when. The short forms of patterns do not offer it: their run can
 * be released afterwards.
 */
function mayWriteNow({ action, fields }: ActionForm): boolean {
  if (action === 'approve' || action === 'undo')
    return fields['now'] === undefined && fields['pattern'] === undefined
  return action === 'start' && (fields['kind'] === 'sync' || fields['repair'] !== undefined)
}

/** Read by its id, so that a link cannot put its own text on a page. */
async function readFlash(
  audit: OpsDeps['audit'] | undefined,
  { url }: FastifyRequest,
): Promise<AuditRow | undefined> {
  const id = flashIdOf(url)
  if (id === undefined || audit === undefined) return undefined
  try {
    return await withTimeout(audit.read(id))
  } catch {
    return undefined
  }
}
