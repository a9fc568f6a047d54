import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Gtin, Language } from '../../contracts/gtin.ts'
import { approvedParts } from '../../core/plan/approved-parts.ts'
import { choices } from '../../core/decisions/decision.ts'
import { actorOf, type Actor } from '../http/actor.ts'
import { parseInput } from '../http/parse-input.ts'
import type { OpsDeps } from '../deps.ts'
import type { FormToken } from '../http/form-token.ts'
import { HttpError } from '../http/http-error.ts'
import { toMeant } from './meant-records.ts'
import type { Operations, Performed } from './operations.ts'
import { addressBelow } from '../http/address-below.ts'
import { withFlash } from '../http/flash.ts'
import { untilClosed } from '../http/until-closed.ts'

const RunForm = z.strictObject({ run: z.string().min(1).max(40) })
const ApproveForm = RunForm.extend({ only: z.enum(approvedParts).optional() })
const RecordForm = z.strictObject({ gtin: Gtin, language: Language })
const StartForm = z.strictObject({
  kind: z.enum(['sync', 'plan', 'verify']),
  gtin: Gtin.optional(),
  language: Language.optional(),
  repair: z.literal('yes').optional(),
})
const ResolveForm = RecordForm.extend({ choice: z.enum(choices), reason: z.string().optional() })

const ResolveManyForm = z.strictObject({
  records: z.string(),
  choice: z.enum(choices),
  reason: z.string().optional(),
})

type Act = (
  operations: Operations,
  actor: Actor,
  fields: unknown,
  signal: AbortSignal,
) => Promise<Performed<unknown>>

/**
 * The forms of the dashboard, at `POST /actions/<name>`: `start` (kind, gtin?, language?, repair?),
 * `approve` (run, only?), `cancel`, `undo` (run), `resolve` (gtin, language, choice, reason?),
 * `resolve-many` (records, choice, reason?), `retry` (gtin, language).
 */
const actions = {
  start: (operations, actor, fields) => {
    const { kind, gtin, language, repair } = parseInput(StartForm, fields)
    return operations.start(actor, {
      kind,
      approved: false,
      ...(gtin !== undefined && { gtins: [gtin] }),
      ...(language !== undefined && { languages: [language] }),
      ...(repair !== undefined && { repair: true }),
    })
  },
  approve: (operations, actor, fields) => {
    const { run, only } = parseInput(ApproveForm, fields)
    return operations.approve(actor, run, only)
  },
  cancel: (operations, actor, fields) => operations.cancel(actor, parseInput(RunForm, fields).run),
  undo: (operations, actor, fields) => operations.undo(actor, parseInput(RunForm, fields).run),
  resolve: (operations, actor, fields, signal) => {
    const { gtin, language, ...decision } = parseInput(ResolveForm, fields)
    return operations.resolve(actor, { gtin, language }, decision, signal)
  },
  'resolve-many': (operations, actor, fields) => {
    const { records, ...decision } = parseInput(ResolveManyForm, fields)
    return operations.resolveMany(actor, { records: toMeant(records) }, decision)
  },
  retry: (operations, actor, fields) => operations.retry(actor, parseInput(RecordForm, fields)),
} as const satisfies Record<string, Act>

export type ActionName = keyof typeof actions

/** A form with one button, rendered by `<%~ it.form({ … }) %>`; it returns to its page. */
export type ActionForm = {
  action: ActionName
  fields: Readonly<Record<string, string>>
  label: string
  /** The subject of the button, for screen readers. */
  about?: string
  tone?: 'main' | 'plain' | 'danger'
  /** Returns to this page instead. */
  back?: string
  input?: { name: string; label: string; maxLength: number }
}

/** A decision about many records takes up to 50 bytes for each. */
const mostBytes = 512 * 1024

/** `POST /actions/…`: redirects to the page of the form, which then shows the result. */
export function routeActions(
  app: FastifyInstance,
  { operations, token, place }: Pick<OpsDeps, 'place'> & { operations: Operations; token: FormToken },
): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: mostBytes },
      async (_request: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
    )
    for (const [name, act] of Object.entries<Act>(actions)) {
      scope.post(`/actions/${name}`, async (request, reply) => {
        const { back = '/', token: given, ...fields } = filledIn(request.body)
        if (!token.accepts(given)) throw staleForm()
        const performed = await act(operations, actorOf(request, 'dashboard'), fields, untilClosed(reply))
        return reply.redirect(withFlash(addressBelow(toOwnPath(back), place?.base), performed.entryId), 303)
      })
    }
  })
}

/** The fields that are not empty; throws if the body is not a form. */
function filledIn(body: unknown): Record<string, string> {
  const form = z.record(z.string(), z.string()).safeParse(body)
  if (!form.success) throw new HttpError(415, 'bad_request', 'Send a form. For JSON, use /api.')
  return Object.fromEntries(Object.entries(form.data).filter(([, value]) => value.trim() !== ''))
}

function staleForm(): HttpError {
  const message =
    'The form is older than a day or does not come from this dashboard. Nothing was changed. Reload the page and try again.'
  return new HttpError(403, 'stale_form', message)
}

/** Never redirects to another site. */
function toOwnPath(back: string): string {
  const own = 'http://ops'
  if (!back.startsWith('/') || !URL.canParse(back, own)) return '/'
  const target = new URL(back, own)
  return target.origin === own && !target.pathname.startsWith('//') ? target.pathname + target.search : '/'
}
