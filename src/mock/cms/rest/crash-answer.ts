import { criticalError, toErrorBody } from './error.ts'
import { type RestResponse, ok } from './route.ts'

/** The response to a request that crashed PHP. */
export function crashAnswer(headers: RestResponse['headers'] = {}): RestResponse {
  return ok({ ...toErrorBody(criticalError()), additional_errors: [] }, { status: 500, headers })
}
