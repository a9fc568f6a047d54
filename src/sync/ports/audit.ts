/** One action of a person, done or refused, through the dashboard, the API or a terminal. */
export type AuditEntry = {
  /** ISO 8601. */
  at: string
  by: string
  /** The network address that asked, or the terminal's machine. */
  from: string
  via: 'dashboard' | 'api' | 'queues' | 'terminal'
  /** `approve`, `resolve keep` … */
  action: string
  /** What it was done to: a run, a record, an address of the queues. */
  subject: string
  done: boolean
  /** The result, as a sentence. */
  result: string
}

export type AuditRow = AuditEntry & { id: string }

/** The audit log: entries are added and, beyond some ten thousand, forgotten; never changed. */
export interface Audit {
  /** Answers the entry's id. */
  add(entry: AuditEntry): Promise<string>
  read(id: string): Promise<AuditRow | undefined>
  /** Newest first; those older than `before` when an id is given. */
  list(limit: number, before?: string): Promise<AuditRow[]>
}
