import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { actorOf } from '../http/actor.ts'
import { addRoute, type ApiRoute } from '../http/api-route.ts'
import type { OpsDeps } from '../deps.ts'
import type { FormToken } from '../http/form-token.ts'
import { HttpError } from '../http/http-error.ts'
import { actions, type Action, type ActionName } from './forms.ts'
import type { Operations } from './operations.ts'
import { addressBelow } from '../http/address-below.ts'
import { withFlash } from '../http/flash.ts'
import { signalOnClose } from '../http/signal-on-close.ts'

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
  input?: FormInput
  /** Inputs that must be filled in. */
  inputs?: readonly FormInput[]
}

/** A field that the user fills in: a text, a number from 1, or one of some values. */
type FormInput = { name: string; label: string } & (
  | { maxLength: number }
  | { most: number; value: number }
  | { values: readonly { value: string; label: string }[] }
)

/** A decision about many records takes up to 50 bytes for each. */
const mostBytes = 512 * 1024

const frame = {
  back: z.string().optional().describe('The page to return to.'),
  token: z
    .string()
    .optional()
    .describe('The token of a form on a page of the dashboard; required if there is a login.'),
}

/** Each form as a route. */
export const actionApi: Readonly<Record<string, ApiRoute>> = Object.fromEntries(
  Object.entries<Action>(actions).map(([name, { summary, form }]) => [
    `${name}-form`,
    toRoute(name, summary, form),
  ]),
)

/** `POST /actions/…`: redirects to the page of the form, which then shows the result. */
export function routeActions(
  app: FastifyInstance,
  { operations, token, place }: OpsDeps & { operations: Operations; token: FormToken },
): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: mostBytes },
      async (_request: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
    )
    for (const [name, { summary, form, act }] of Object.entries<Action>(actions)) {
      addRoute(scope, toRoute(name, summary, form), async (request, reply) => {
        const { back = '/', token: given, ...fields } = filledIn(request.body)
        if (!token.accepts(given)) throw staleForm()
        const performed = await act(operations, actorOf(request, 'dashboard'), fields, signalOnClose(reply))
        return reply.redirect(withFlash(addressBelow(toOwnPath(back), place?.base), performed.entryId), 303)
      })
    }
  })
}

function toRoute(name: string, summary: string, form: Action['form']): ApiRoute {
  return {
    method: 'POST',
    url: `/actions/${name}`,
    summary,
    form: form.extend(frame),
    status: 303,
    errors: { 403: ['stale_form'] },
  }
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
