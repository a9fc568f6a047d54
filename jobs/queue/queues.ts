import { hash } from 'node:crypto'
import {
  DelayedError,
  Queue,
  RateLimitError,
  type ConnectionOptions,
  type Job,
  type JobsOptions,
} from 'bullmq'
import { groupsOf } from '../../src/lib/chunks.ts'
import { wholeMs } from '../../src/lib/time/whole-ms.ts'

export const queueNames = ['runs', 'plan', 'media', 'pages', 'retire', 'products', 'notices'] as const
export type QueueName = (typeof queueNames)[number]
export type Queues = Readonly<Record<QueueName, Queue>>

/**
 * The version of the jobs in the queues, raised whenever a job is added or its payload changes. A job that
 * changed in version 2 is queued as `plan-chunk@2`, so that an older process recognizes that it cannot read
 * it.
 */
export const jobsVersion = 2

/** The version in which each job was added or its payload changed last; without the jobs of version 1. */
const changedIn: Readonly<Record<string, number>> = { 'plan-chunk': 2, 'upload-media': 2 }

/** The name under which this version queues a job. */
export function jobName(name: string, versions = changedIn): string {
  const version = versions[name]
  return version === undefined ? name : `${name}@${version}`
}

/** A queued job's name and the version of its payload. */
export function readJobName(queued: string): { name: string; version: number } {
  const [, name = queued, version = '1'] = /^(.*)@(\d+)$/.exec(queued) ?? []
  return { name, version: Number(version) }
}

const day = 24 * 3600

/** A run that has written nothing yet can be started again, so it is given up sooner than one that has. */
export const readingAttempts = 5

const defaultJobOptions = {
  attempts: readingAttempts,
  backoff: { type: 'exponential', delay: 1000, jitter: 0.5 },
  removeOnFail: { age: 14 * day, count: 5000 },
} satisfies JobsOptions

/**
 * The events of a queue have no listener, but BullMQ would keep ten thousand: more than 1 MB of Redis for
 * each queue.
 */
const streams = { events: { maxLen: 100 } }

/** Jobs that write wait longer for an unavailable CMS: at least a minute with these pauses. */
const writingAttempts = 8

/** The most completed uploads that are kept: a first sync has thousands, of half a kilobyte each. */
const mostUploads = 100

/**
 * Opens the mirror's queues, each of which keeps this many `completed` jobs, but not more than `mostUploads`; the caller
 * closes them.
 */
export function openQueues(connection: ConnectionOptions, prefix: string, completed = 2000): Queues {
  const open = (name: QueueName, attempts = readingAttempts, most = completed): Queue => {
    const removeOnComplete = { age: day, count: Math.min(completed, most) }
    const options = { ...defaultJobOptions, removeOnComplete, attempts }
    const queue = new Queue(name, { connection, prefix, defaultJobOptions: options, streams })
    // BullMQ prints errors without a listener. The store logs a lost connection; a command's error goes to
    // its caller.
    queue.on('error', () => undefined)
    return queue
  }
  return {
    // A run's own jobs also need the CMS: for parent pages, listings, the menu.
    runs: open('runs', writingAttempts),
    plan: open('plan'),
    media: open('media', writingAttempts, mostUploads),
    pages: open('pages', writingAttempts),
    retire: open('retire', writingAttempts),
    // A product run is one job, so that it never waits behind those of a full run.
    products: open('products', writingAttempts),
    notices: open('notices'),
  }
}

export async function closeQueues(queues: Queues): Promise<void> {
  await Promise.all(Object.values(queues).map((queue) => queue.close()))
}

/** Delays a job, which costs no attempt. */
export async function delayJob(job: Job, token: string, ms: number): Promise<never> {
  await job.moveToDelayed(Date.now() + wholeMs(ms), token)
  throw new DelayedError()
}

/** Delays a job and its whole queue, which costs no attempt. */
export async function pauseQueue(queue: Queue, ms: number): Promise<never> {
  await queue.rateLimit(wholeMs(ms))
  throw new RateLimitError()
}

const addedAtOnce = 250

/**
 * Adds children to a parent job, some hundred at a time, so that no command blocks Redis for long and no
 * process holds all payloads. Ids consist of `idPrefix` and a digest of the payload, so that a retried parent
 * adds no child twice.
 */
export async function addChildren(
  queue: Queue,
  parent: Job,
  {
    name,
    idPrefix,
    payloads,
  }: { name: string; idPrefix: string; payloads: Iterable<object> | AsyncIterable<object> },
): Promise<void> {
  // BullMQ would make the parent wait forever for a child that has already failed.
  const failed = await parent.getIgnoredChildrenFailures()
  const toJob = (data: object) => ({
    name: jobName(name),
    data,
    opts: {
      jobId: `${idPrefix}-${digestOf(data)}`,
      parent: { id: parent.id ?? '', queue: parent.queueQualifiedName },
      ignoreDependencyOnFailure: true,
    },
  })
  for await (const group of groupsOf(payloads, addedAtOnce)) {
    const jobs = group.map(toJob)
    await queue.addBulk(jobs.filter(({ opts }) => failed[queue.toKey(opts.jobId)] === undefined))
  }
}

function digestOf(payload: object): string {
  return hash('sha256', JSON.stringify(payload), 'base64url')
}
