import { AsyncLocalStorage } from 'node:async_hooks'

export type Requests = Record<'partner' | 'cmsReads' | 'cmsBatches' | 'cmsOther', number>

export type RequestCounts = {
  note: (kind: keyof Requests) => void
  /** Counts the requests of `work` separately. */
  within: <T>(work: () => Promise<T>) => Promise<T>
  /** Returns the counts of the surrounding work since the last call. */
  take: () => Requests
}

/** Counts requests by the job that sends them, because jobs of several runs share a process. */
export function createRequestCounts(): RequestCounts {
  const others = none()
  const ofJob = new AsyncLocalStorage<Requests>()
  const current = (): Requests => ofJob.getStore() ?? others
  return {
    note: (kind) => void current()[kind]++,
    within: (work) => ofJob.run(none(), work),
    take() {
      const taken = { ...current() }
      Object.assign(current(), none())
      return taken
    },
  }
}

function none(): Requests {
  return { partner: 0, cmsReads: 0, cmsBatches: 0, cmsOther: 0 }
}
