import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { withWorld } from '../../helpers/fixtures.ts'
import { startRun, untilState } from '../../helpers/world/api-runs.ts'
import { hasPrometheus, startPrometheus } from './prometheus.ts'

const docs = join(import.meta.dirname, '..', '..', '..', 'docs')
const job = 'product-mirror'

type Dashboard = { panels: { title: string; targets: { expr: string; legendFormat?: string }[] }[] }

/** A Prometheus that scrapes a daemon which has synced and verified, with one page edited in between. */
const test = withWorld({ gtins: 3, languages: ['de-de', 'en-gb'], env: { SCHEDULE: '0 4 * * *' } }).extend(
  'prometheus',
  { scope: 'file' },
  async ({ world }, { onCleanup }) => {
    const url = await world.spawnDaemon().ready()
    await untilState(url, await startRun(url))
    await world.mock.edit({ do: 'edit-inside' })
    const verifyId = await startRun(url, { kind: 'verify' })
    await untilState(url, verifyId)
    const prometheus = await startPrometheus(url, { job, rules: join(docs, 'alerts.yaml') })
    onCleanup(() => prometheus.close())
    return prometheus
  },
)

describe.skipIf(!hasPrometheus)('a Prometheus (skipped without it: apt-get install prometheus)', () => {
  test('evaluates every expression of the dashboard with the labels that its legend names', async ({
    prometheus,
  }) => {
    const { panels } = JSON.parse(await readFile(join(docs, 'grafana.json'), 'utf8')) as Dashboard
    const empty: string[] = []
    for (const { title, targets } of panels)
      for (const { expr, legendFormat = '' } of targets) {
        const series = await prometheus.query(
          expr.replaceAll('$job', job).replaceAll('$__rate_interval', '1m'),
        )
        if (series.length === 0) empty.push(title)
        const labels = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label)
        for (const { metric } of series)
          expect({ title, labels: Object.keys(metric) }).toMatchObject({
            labels: expect.arrayContaining(labels),
          })
      }
    // Nothing is shown while partner and CMS respond.
    expect(empty).toEqual(['Upstreams that do not answer'])
  })

  test('can evaluate every rule, and reports no problem except the edited page', async ({ prometheus }) => {
    const rules = await prometheus.rules()
    expect(rules.length).toBeGreaterThan(10)
    expect(rules.filter(({ health }) => health !== 'ok')).toEqual([])
    const noticed = rules.filter(({ state }) => state !== 'inactive').map(({ name }) => name)
    expect(noticed).toEqual(['ProductMirrorDrift'])
  })
})
