import { RestError, toErrorBody } from './error.ts'
import { type RestResponse, ok } from './route.ts'

const message =
  '<p>There has been a critical error on this website.</p><p><a href="https://wordpress.org/documentation/article/faq-troubleshooting/">Learn more about troubleshooting WordPress.</a></p>'

/** What a client is told when the engine's process died. */
export function criticalError(headers: RestResponse['headers'] = {}): RestResponse {
  const body = toErrorBody(new RestError('internal_server_error', message, 500))
  return ok({ ...body, additional_errors: [] }, { status: 500, headers })
}
