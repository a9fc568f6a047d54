/** A user's action, done or refused, through the dashboard, the API or a terminal. */
export type AuditEntry = {
  /** ISO 8601. */
  at: string
  by: string
  /** The network address of the client, or the terminal's machine. */
  from: string
  via: 'dashboard' | 'api' | 'queues' | 'terminal'
  /** `approve`, `resolve keep` … */
  action: string
  /** The object of the action: a run, a record or a URL of the queues. */
  subject: string
  done: boolean
  /** The result, as a sentence. */
  result: string
}

export type AuditRow = AuditEntry & { id: string }

/** The audit log. Entries are never changed; the oldest are dropped beyond some ten thousand. */
export interface Audit {
  /** Returns the entry's id. */
  add(entry: AuditEntry): Promise<string>
  read(id: string): Promise<AuditRow | undefined>
  /** Newest first; with an id, only entries older than `before`. */
  list(limit: number, before?: string): Promise<AuditRow[]>
}
