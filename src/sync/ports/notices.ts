/** One notice for one receiver, ready to be sent; `receiver` is a name, for the address itself is a secret. */
export type Posting = { receiver: string; id: string; body: string }

/** What people heard of: a run over the whole catalogue, a plan that is held, a verify, what a verify found. */
export type Subject = 'sync' | 'plan' | 'verify' | 'drift'

/** The trouble that people were told of last; `digest` stands for what they were told. */
export type SentNotice = { event: string; runId: string; digest: string }

/** The troubles that people know of and that are not over, shared by all processes. */
export interface SentNotices {
  read(): Promise<Partial<Record<Subject, SentNotice>>>
  save(subject: Subject, told: SentNotice): Promise<void>
  forget(subjects: readonly Subject[]): Promise<void>
}
