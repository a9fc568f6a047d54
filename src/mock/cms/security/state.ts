export type IssueState = 'open' | 'ignored' | 'resolved'

/** A finding of a scan. The same problem has the same `id` in every scan. */
export type Finding = {
  readonly id: string
  readonly kind: 'guessable_login' | 'unfiltered_markup' | 'script_in_content' | 'weak_password'
  readonly severity: 'high' | 'medium' | 'low'
  readonly title: string
  readonly object_type: 'user' | 'post' | 'page'
  readonly object_id: number
}

export type Scan = {
  readonly state: 'idle' | 'running' | 'finished' | 'stopped'
  readonly id: number
  readonly started_at?: string
  readonly ended_at?: string
}

type Connection = { readonly user_id: number; readonly authenticated_at: string }

type Facts = {
  connection: Connection | undefined
  config: Readonly<Record<string, unknown>>
  scan: Scan
  findings: readonly Finding[]
  judged: Map<string, IssueState>
}

/** The state of the security routes. */
export type SecurityState = ReturnType<typeof createSecurityState>

export function createSecurityState() {
  const facts: Facts = fresh()
  return Object.assign(facts, { reset: (): void => void Object.assign(facts, fresh()) })
}

function fresh(): Facts {
  return {
    connection: undefined,
    config: { auto_scan: false, scan_interval_hours: 24, notify_email: '' },
    scan: { state: 'idle', id: 0 },
    findings: [],
    judged: new Map(),
  }
}
