import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { reasonOf } from '../../lib/errors.ts'
import type { RefusedLogins } from '../http/refused-logins.ts'
import { withTimeout } from '../http/with-timeout.ts'
import { metricHelp } from './metric-help.ts'
import { sources, type MetricDeps } from './metric-sources.ts'
import { samplesBy, type Sample, type Samples } from './sample.ts'

/** `/metrics`: the metrics of the process, and `product_mirror_…`, read at every scrape. */
export function routeMetrics(
  app: FastifyInstance,
  deps: MetricDeps & { refusedLogins: RefusedLogins },
): void {
  const ofProcess = new Registry()
  collectDefaultMetrics({ register: ofProcess })
  ofProcess.registerMetric(deps.refusedLogins)

  app.get('/metrics', { config: { metrics: true } }, async (_request, reply) => {
    const ofMirror = toRegistry(await readSamples(deps))
    const texts = await Promise.all([ofMirror.metrics(), ofProcess.metrics()])
    return reply.type(ofProcess.contentType).send(texts.join('\n'))
  })
}

/** Without the samples of a source that fails or is slow: missing metrics are better than old ones. */
async function readSamples(deps: MetricDeps): Promise<Samples> {
  const failed: Record<string, number> = {}
  const readings = Object.entries(sources).map(async ([source, read]): Promise<Samples> => {
    failed[source] = 0
    try {
      return await withTimeout(read(deps), { source })
    } catch (error) {
      failed[source] = 1
      deps.log.warn({ source, reason: reasonOf(error) }, 'metrics source failed')
      return {}
    }
  })
  const samples = await Promise.all(readings)
  return Object.assign({ scrape_failed: samplesBy('source', failed) }, ...samples)
}

/** The registry of one scrape. Omits metrics without samples, because an empty gauge would export 0. */
function toRegistry(samples: Readonly<Partial<Record<string, Sample[]>>>): Registry {
  const registry = new Registry()
  for (const [metric, [help, ...labelNames]] of Object.entries(metricHelp)) {
    const values = samples[metric] ?? []
    if (values.length === 0) continue
    const name = `product_mirror_${metric}`
    const gauge = new Gauge<string>({ name, help, labelNames, registers: [registry] })
    for (const { value, labels = {} } of values) gauge.set(labels, value)
  }
  return registry
}
