import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { reasonOf } from '../../lib/errors.ts'
import { metricHelp } from './metric-help.ts'
import { sources, type MetricDeps } from './metric-sources.ts'
import type { Sample, Samples } from './sample.ts'
import { answerWithinMs, withTimeout } from '../http/with-timeout.ts'

/** `/metrics`: the metrics of the process, and `product_mirror_…`, read at every scrape. */
export function routeMetrics(app: FastifyInstance, deps: MetricDeps): void {
  const ofProcess = new Registry()
  collectDefaultMetrics({ register: ofProcess })

  app.get('/metrics', async (_request, reply) => {
    const readings = await Promise.all(sources.map((source) => readSource(deps, source)))
    const failed = readings.map(({ name, samples }) => ({ value: samples ? 0 : 1, labels: { source: name } }))
    const ofMirror = toRegistry([
      { scrape_failed: failed },
      ...readings.flatMap(({ samples }) => samples ?? []),
    ])
    const texts = await Promise.all([ofMirror.metrics(), ofProcess.metrics()])
    return reply.type(ofProcess.contentType).send(texts.join('\n'))
  })
}

/** Without samples when the source fails or is slow: missing metrics are better than old ones. */
async function readSource(
  deps: MetricDeps,
  { name, read }: (typeof sources)[number],
): Promise<{ name: string; samples: Samples | undefined }> {
  try {
    return { name, samples: await withTimeout(answerWithinMs, name, read(deps)) }
  } catch (error) {
    deps.log.warn({ source: name, reason: reasonOf(error) }, 'metrics source failed')
    return { name, samples: undefined }
  }
}

/** The registry of one scrape. Omits metrics without samples, because an empty gauge would export 0. */
function toRegistry(samples: readonly Samples[]): Registry {
  const registry = new Registry()
  const entries: [string, Sample[]][] = samples.flatMap((some) => Object.entries(some))
  for (const [name, [help, ...labelNames]] of Object.entries(metricHelp)) {
    const values = entries.flatMap(([metric, found]) => (metric === name ? found : []))
    if (values.length === 0) continue
    const gauge = new Gauge<string>({
      name: `product_mirror_${name}`,
      help,
      labelNames,
      registers: [registry],
    })
    for (const { value, labels = {} } of values) gauge.set(labels, value)
  }
  return registry
}
