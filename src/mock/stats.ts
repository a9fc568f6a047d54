import type { MockStats } from './contracts/stats.ts'

type CountedSide = 'partner' | 'cms' | 'site'

const maxPatterns = 500
const recentBatches = 1000

/** Counts requests to the bundled server. `snapshot()` has the shape of the contract `MockStats`. */
export function createStats() {
  let counts = empty()
  const inFlight = { partner: 0, cms: 0, site: 0 }

  return {
    begin: (side: CountedSide, pattern: string) => {
      const requests = counts.requests[side]
      // A limit, because callers choose the paths and could otherwise fill the memory.
      const key = pattern in requests || Object.keys(requests).length < maxPatterns ? pattern : 'other'
      increment(requests, key)
      counts.totals[side]++
      inFlight[side]++
      if (inFlight[side] > counts.peakInFlight[side]) counts.peakInFlight[side] = inFlight[side]
    },
    end: (side: CountedSide, status: number | null) => {
      inFlight[side]--
      increment(counts.statuses[side], status === null ? 'none' : `${Math.floor(status / 100)}xx`)
    },
    countBatch: (size: number) => {
      const { batches } = counts
      batches.calls++
      batches.subRequests += size
      increment(batches.sizes, String(size))
      batches.recent.push(size)
      if (batches.recent.length > recentBatches) batches.recent.shift()
    },
    countWrite: (kind: string) => {
      counts.cmsWrites.total++
      increment(counts.cmsWrites.byKind, kind)
    },
    countFault: (kind: string) => increment(counts.faults, kind),
    snapshot: (): MockStats => structuredClone(counts),
    zero: () => {
      counts = empty()
    },
  }
}

export type Stats = ReturnType<typeof createStats>

function increment(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1
}

function empty(): MockStats {
  return {
    requests: { partner: {}, cms: {}, site: {} },
    totals: { partner: 0, cms: 0, site: 0 },
    statuses: { partner: {}, cms: {}, site: {} },
    peakInFlight: { partner: 0, cms: 0, site: 0 },
    batches: { calls: 0, subRequests: 0, sizes: {}, recent: [] },
    cmsWrites: { total: 0, byKind: {} },
    faults: {},
  }
}
