/** The codes of error responses, and their meanings. */
export const errorCodes = {
  bad_request: 'The body cannot be read: it is not valid JSON, has another type or is too large.',
  invalid_input:
    'A parameter or a field of the body is invalid. The response lists each with the allowed values.',
  login_required: 'The login is missing or wrong.',
  token_required: 'The token of /metrics is missing or wrong.',
  too_many_logins:
    'Too many wrong passwords. Nothing is checked for `retryAfterSeconds`, which Retry-After repeats.',
  foreign_host: 'Without a login, the server accepts only the host names of this machine.',
  cross_site: 'The page of another site sent the request.',
  read_only: 'The user may read, but not act.',
  stale_form: 'The token of the form is missing, or older than a day.',
  no_such_run: 'The run does not exist.',
  no_such_product: 'The product has no page, or nothing is known about it.',
  no_such_record: 'The record does not exist.',
  no_decision_needed: 'The record needs no decision, and has none.',
  nothing_to_resolve: 'The choice does not apply. `allowed` lists those that do.',
  held: 'The record is on hold: release it first.',
  changed: 'The record changed since it was displayed.',
  interrupted: 'The time was too short for this record.',
  not_quarantined: 'The record is not in quarantine.',
  run_active: 'Another run is active: `activeRunId`.',
  cannot_approve: 'The plan cannot be approved.',
  cannot_cancel: 'The run cannot be cancelled.',
  cannot_undo: 'The run cannot be undone.',
  not_paused: 'No operator has paused the writes to the CMS.',
  not_found: 'The URL does not exist.',
  name_a_mirror: 'The process has several mirrors, each with an API below its own path.',
  mirror_not_started: 'The mirror did not start.',
  not_ready: 'The process cannot work for its mirror.',
  stalled: 'The event loop was blocked: restart the process.',
  unavailable: 'Redis does not respond, or accepts no writes. Try again.',
  failed: 'The request cannot be carried out.',
  internal: 'Unexpected error; see the log.',
} as const

export type ErrorCode = keyof typeof errorCodes
