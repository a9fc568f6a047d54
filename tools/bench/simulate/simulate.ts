import { costs } from '../costs.ts'

/** A site: its records, how many different files they show, and what its partner and operator allow. */
export type Site = {
  gtins: number
  languages: number
  /** Different files of a product; languages share them. */
  files: number
  /** Share of the records that change from one run to the next. */
  changed: number
  /** PARTNER_MAX_PER_SECOND. */
  rate: number
  /** Response time of the partner in ms. */
  latencyMs: number
  /** PARTNER_CONCURRENCY of each process. */
  concurrency: number
  /** How long a run may take, in hours. */
  windowHours: number
  /** Mirrors among which the languages are divided, each with its own Redis, processes and CMS. */
  mirrors: number
}

/** The cost of a run; of several mirrors, the largest. */
export type RunCost = {
  /** Requests to the partner, of all mirrors: they share its limit. */
  partnerRequests: number
  /** Requests to the CMS. */
  cmsRequests: number
  /** Hours that the partner's limit takes, for all mirrors together. */
  partnerHours: number
  /** Hours that the CMS takes to store pages and files. */
  cmsHours: number
  /** Hours that one process computes. */
  processHours: number
  /** Processes that keep the run within its window, if partner and CMS allow it. */
  processes: number
}

export type Estimate = {
  records: number
  first: RunCost
  /** A run in which a share of the records changed. */
  usual: RunCost
  /** Bytes in Redis while idle, and at the peak of a first sync. */
  redisBytes: number
  redisMostBytes: number
  /** Bytes of memory of a process during a first sync. */
  processBytes: number
}

export const defaults: Site = {
  gtins: 1_000_000,
  languages: 30,
  files: 2,
  changed: 0.01,
  rate: 50,
  latencyMs: 50,
  concurrency: 16,
  windowHours: 8,
  mirrors: 1,
}

/** The costs of a site, computed from the measured costs of a record. */
export function simulate(site: Site): Estimate {
  const all = site.gtins * site.languages
  const records = site.gtins * Math.ceil(site.languages / site.mirrors)
  const files = site.gtins * site.files
  return {
    records: all,
    first: costOf(site, { all, records, written: records, files }),
    usual: costOf(site, { all, records, written: records * site.changed, files: files * site.changed }),
    redisBytes: records * costs.stored.value,
    redisMostBytes: records * (costs.stored.value + costs.planned.value + costs.queued.value),
    processBytes: records * costs.daemon.value,
  }
}

type Work = { all: number; records: number; written: number; files: number }

function costOf(site: Site, { all, records, written, files }: Work): RunCost {
  const partnerRequests = all + files * site.mirrors
  const processMs = (records - written) * costs.read.value + written * costs.write.value
  // While one request waits, others are computed.
  const waitingMs = (records * site.latencyMs) / site.concurrency
  const oneHours = toHours(Math.max(processMs, waitingMs))
  return {
    partnerRequests,
    // Looked up and written in batches; a file is looked up, and uploaded.
    cmsRequests: written / costs.list.value + written / costs.batch.value + 2 * files,
    partnerHours: partnerRequests / site.rate / 3_600,
    cmsHours: toHours(written * costs.pageOfCms.value + files * costs.fileOfCms.value),
    processHours: toHours(processMs),
    processes: processesFor(oneHours / site.windowHours),
  }
}

/** Each doubling of the processes gains as much as the second one did. */
function processesFor(timesFaster: number): number {
  if (timesFaster <= 1) return 1
  return Math.ceil(2 ** (Math.log(timesFaster) / Math.log(costs.gain.value)))
}

function toHours(ms: number): number {
  return ms / 3_600_000
}

/** Maximums of a mirror; beyond them something breaks, or takes too long to be useful. */
export const limits = {
  processBytes: 4e9,
  redisBytes: 64e9,
} as const

/** The exceeded limits of a site, the worst first: by how many times it exceeds what is available. */
export function findLimits(site: Site): { what: string; times: number; remedy: string }[] {
  const { first, usual, redisMostBytes, processBytes } = simulate(site)
  return [
    {
      what: `memory of a process, ${limits.processBytes / 1e9} GB`,
      times: processBytes / limits.processBytes,
      remedy: 'more mirrors, each with fewer languages',
    },
    {
      what: `Redis on one node, ${limits.redisBytes / 1e9} GB`,
      times: redisMostBytes / limits.redisBytes,
      remedy: 'more mirrors; a Redis Cluster keeps each on one node',
    },
    {
      what: `the partner’s limit, a usual run within ${site.windowHours} h`,
      times: usual.partnerHours / site.windowHours,
      remedy: 'a higher PARTNER_MAX_PER_SECOND, or fewer runs; more mirrors do not help',
    },
    {
      what: `the CMS, a usual run within ${site.windowHours} h`,
      times: usual.cmsHours / site.windowHours,
      remedy: 'more cores for the CMS, or a CMS for each mirror',
    },
    {
      what: 'the CMS, a first sync within a week',
      times: first.cmsHours / 168,
      remedy: 'more cores for the CMS, or a CMS for each mirror',
    },
  ]
    .filter(({ times }) => times > 1)
    .sort((a, b) => b.times - a.times)
}
