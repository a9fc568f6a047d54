import { criticalError, toErrorBody } from './error.ts'
import { type RestResponse, ok } from './route.ts'

/** The answer to a client whose request ended the engine's process. */
export function crashAnswer(headers: RestResponse['headers'] = {}): RestResponse {
  return ok({ ...toErrorBody(criticalError()), additional_errors: [] }, { status: 500, headers })
}
