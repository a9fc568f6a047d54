/** One notice for one receiver, ready to be sent; `receiver` is a name, because the URL itself is a secret. */
export type Posting = { receiver: string; id: string; body: string }

/** The subject of a notice: a full run, a held plan, a verify run, or its findings. */
export type Subject = 'sync' | 'plan' | 'verify' | 'drift'

/** The last notice of a problem; `digest` identifies its content. */
export type SentNotice = { event: string; runId: string; digest: string }

/** Notices of open problems, shared by all processes. */
export interface SentNotices {
  read(): Promise<Partial<Record<Subject, SentNotice>>>
  save(subject: Subject, notice: SentNotice): Promise<void>
  forget(subjects: readonly Subject[]): Promise<void>
}
