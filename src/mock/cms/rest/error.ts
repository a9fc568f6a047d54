/** An error in the form of `WP_Error`: `{ code, message, data: { status, … } }`. */
export class RestError extends Error {
  readonly code: string
  readonly status: number
  readonly data: Record<string, unknown> | null
  /** The body has no data, not even the status: WordPress did not expect this error. */
  readonly isBare: boolean
  /** Further errors of the same request, in `additional_errors`. */
  readonly others: readonly RestError[]
  /** Older data of the same error, in `additional_data`. */
  readonly earlier: readonly unknown[]

  constructor(
    code: string,
    message: string,
    status: number,
    more: {
      data?: Record<string, unknown> | null
      others?: readonly RestError[]
      earlier?: readonly unknown[]
    } = {},
  ) {
    super(message)
    this.code = code
    this.status = status
    this.data = more.data ?? null
    this.isBare = more.data === null
    this.others = more.others ?? []
    this.earlier = more.earlier ?? []
  }
}

/** 401 for anonymous callers, 403 for users. */
export function refusalStatus(user: object | null): 401 | 403 {
  return user === null ? 401 : 403
}

export function refuse(user: object | null, code: string, message: string): RestError {
  return new RestError(code, message, refusalStatus(user))
}

export function noRoute(): RestError {
  return new RestError('rest_no_route', 'No route was found matching the URL and request method.', 404)
}

/** The error that WordPress sends after a crash. */
export function criticalError(): RestError {
  const message =
    '<p>There has been a critical error on this website.</p><p><a href="https://wordpress.org/documentation/article/faq-troubleshooting/">Learn more about troubleshooting WordPress.</a></p>'
  return new RestError('internal_server_error', message, 500)
}

/** The JSON form of an error. */
export function toErrorBody(error: RestError): Record<string, unknown> {
  const body: Record<string, unknown> = {
    code: error.code,
    message: error.message,
    data: error.isBare ? null : { status: error.status, ...error.data },
  }
  if (error.others.length > 0) body['additional_errors'] = error.others.map(toErrorBody)
  if (error.earlier.length > 0) body['additional_data'] = error.earlier
  return body
}
