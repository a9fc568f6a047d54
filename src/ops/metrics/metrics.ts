import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { reasonOf } from '../../lib/errors.ts'
import type { Logger } from '../../lib/logger.ts'
import type { OpsMirror } from '../deps.ts'
import type { Heartbeat } from '../health/heartbeat.ts'
import { addRoute, type ApiRoute } from '../http/api-route.ts'
import type { RefusedLogins } from '../http/refused-logins.ts'
import { withTimeout } from '../http/with-timeout.ts'
import { metricHelp } from './metric-help.ts'
import { sources, sourceOfProcess, type Source } from './metric-sources.ts'
import { samplesBy, type Sample, type Samples } from './sample.ts'

type MetricDeps = {
  heartbeat: Heartbeat
  refusedLogins: RefusedLogins
  log: Logger
  /** Labelled if the process has several; those without deps did not start. */
  mirrors: readonly OpsMirror[]
}

export const metricsApi = {
  readMetrics: {
    method: 'GET',
    url: '/metrics',
    summary: 'Read the metrics, in the text format of Prometheus',
    response: 'text/plain',
    errors: { 401: ['token_required'] },
    config: { metrics: true },
  },
} satisfies Record<string, ApiRoute>

/** `/metrics`: the metrics of the process, and `product_mirror_…`, read at every scrape. */
export function routeMetrics(app: FastifyInstance, deps: MetricDeps): void {
  const { log, heartbeat, mirrors } = deps
  const ofProcess = new Registry()
  collectDefaultMetrics({ register: ofProcess })
  ofProcess.registerMetric(deps.refusedLogins)

  addRoute(app, metricsApi.readMetrics, async (_request, reply) => {
    const read = await Promise.all([
      readSamples({ process: () => sourceOfProcess(heartbeat) }, log),
      ...mirrors.map((mirror) => readMirror(mirror, log)),
    ])
    const texts = await Promise.all([toRegistry(read).metrics(), ofProcess.metrics()])
    return reply.type(ofProcess.contentType).send(texts.join('\n'))
  })
}

async function readMirror({ place, deps }: OpsMirror, log: Logger): Promise<Samples> {
  const running = deps?.health.workersRunning() === true ? 1 : 0
  const read =
    deps === undefined
      ? {}
      : await readSamples(
          Object.fromEntries(Object.entries(sources).map(([name, source]) => [name, () => source(deps)])),
          log,
        )
  const samples: Samples = { ...read, workers_running: [{ value: running }] }
  if (place === undefined) return samples
  return Object.fromEntries(
    Object.entries(samples).map(([metric, values]) => [
      metric,
      values.map(({ value, labels }) => ({ value, labels: { ...labels, mirror: place.id } })),
    ]),
  )
}

/** Omits the samples of a source that fails or is slow: missing metrics are better than old ones. */
async function readSamples(read: Readonly<Record<string, Source>>, log: Logger): Promise<Samples> {
  const failed: Record<string, number> = {}
  const readings = Object.entries(read).map(async ([source, readOne]): Promise<Samples> => {
    failed[source] = 0
    try {
      return await withTimeout(readOne(), { source })
    } catch (error) {
      failed[source] = 1
      log.warn({ source, reason: reasonOf(error) }, 'metrics source failed')
      return {}
    }
  })
  const samples = await Promise.all(readings)
  return Object.assign({ scrape_failed: samplesBy('source', failed) }, ...samples)
}

/** The registry of one scrape. Omits metrics without samples, because an empty gauge would export 0. */
function toRegistry(read: readonly Readonly<Partial<Record<string, Sample[]>>>[]): Registry {
  const registry = new Registry()
  for (const [metric, [help, ...names]] of Object.entries(metricHelp)) {
    const values = read.flatMap((samples) => samples[metric] ?? [])
    if (values.length === 0) continue
    const name = `product_mirror_${metric}`
    const labelNames = [...names, 'mirror']
    const gauge = new Gauge<string>({ name, help, labelNames, registers: [registry] })
    for (const { value, labels = {} } of values) gauge.set(labels, value)
  }
  return registry
}
