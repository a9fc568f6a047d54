/** An error in the form of `WP_Error`: `{ code, message, data: { status, … } }`. */
export class RestError extends Error {
  readonly code: string
  readonly status: number
  readonly data: Readonly<Record<string, unknown>>
  /** The data without a status, because WordPress did not expect this error; undefined for others. */
  readonly bare: string | null | undefined
  /** Further errors of the same request, in `additional_errors`. */
  readonly others: readonly RestError[]
  /** Older data of the same error, in `additional_data`. */
  readonly earlier: readonly unknown[]

  constructor(
    code: string,
    message: string,
    status: number,
    more: {
      data?: Record<string, unknown> | string | null
      others?: readonly RestError[]
      earlier?: readonly unknown[]
    } = {},
  ) {
    super(message)
    this.code = code
    this.status = status
    const { data = {} } = more
    const isBare = data === null || typeof data === 'string'
    this.data = isBare ? {} : data
    this.bare = isBare ? data : undefined
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
    data: error.bare === undefined ? { status: error.status, ...error.data } : error.bare,
  }
  if (error.others.length > 0) body['additional_errors'] = error.others.map(toErrorBody)
  if (error.earlier.length > 0) body['additional_data'] = error.earlier
  return body
}
