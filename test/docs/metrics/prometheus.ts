import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort, until } from '../../helpers/redis/server.ts'
import { spawnBound } from '../../helpers/processes/spawn-bound.ts'

/** Whether Prometheus itself is installed. */
export const hasPrometheus = spawnSync('prometheus', ['--version']).status === 0

/** One series of a response: its labels, and its value now. */
export type Series = { metric: Record<string, string>; value: [number, string] }
type Rule = { name: string; health: string; state: string; lastError?: string }

/** A Prometheus on loopback that scrapes an ops server every second as `job`, with rules; it has two scrapes. */
export async function startPrometheus(origin: string, { job, rules }: { job: string; rules: string }) {
  const [folder, port] = [await mkdtemp(join(tmpdir(), 'prometheus-')), await findFreePort()]
  const configuration = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [rules],
    scrape_configs: [{ job_name: job, static_configs: [{ targets: [new URL(origin).host] }] }],
  }
  // JSON is YAML.
  const file = join(folder, 'prometheus.yml')
  await writeFile(file, JSON.stringify(configuration))
  const child = spawnBound(
    'prometheus',
    [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const gone = new Promise((resolve) => child.once('exit', resolve))

  async function ask<T>(path: string, parameters: Record<string, string> = {}): Promise<T> {
    const answer = await fetch(
      `http://127.0.0.1:${port}${path}?${new URLSearchParams(parameters).toString()}`,
    )
    const { status, data, error } = (await answer.json()) as { status: string; data: T; error?: string }
    if (status !== 'success') throw new Error(`${path} ${JSON.stringify(parameters)}: ${error}`)
    return data
  }
  const query = async (expression: string): Promise<Series[]> =>
    (await ask<{ result: Series[] }>('/api/v1/query', { query: expression })).result
  const readRules = async (): Promise<Rule[]> =>
    (await ask<{ groups: { rules: Rule[] }[] }>('/api/v1/rules')).groups.flatMap((group) => group.rules)

  await until('Prometheus has scraped twice and has judged the rules', async () => {
    const series = await query(`count_over_time(up{job="${job}"}[1m])`).catch(() => [])
    const judged = await readRules().catch(() => [])
    return Number(series[0]?.value[1]) >= 2 && judged.every(({ health }) => health !== 'unknown')
  })
  return {
    query,
    rules: readRules,
    async close(): Promise<void> {
      child.kill('SIGTERM')
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}
