import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { RunReport } from '../../../src/ops/live/run-report.ts'
import { spawnBound } from '../../../test/helpers/processes/spawn-bound.ts'
import { ask } from '../../../test/helpers/world/daemon.ts'
import { programEnv } from '../../../test/helpers/world/program-env.ts'

const program = join(import.meta.dirname, '..', '..', '..', 'bin', 'product-mirror')

export type BenchDaemon = Awaited<ReturnType<typeof startBenchDaemon>>

/** `product-mirror daemon`, started in `folder`; `readySeconds` from its start until it is ready. */
export async function startBenchDaemon(environment: Record<string, string>, folder: string) {
  const startedAt = performance.now()
  const child = spawnBound(program, ['daemon'], {
    cwd: folder,
    env: programEnv({ ...environment, LOG_LEVEL: 'info' }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await readUrl(child.stdout)
  const readySeconds = (performance.now() - startedAt) / 1000
  child.stdout.resume()
  return {
    pid: child.pid ?? 0,
    url,
    readySeconds,
    async startRun(request: { kind?: 'sync' | 'verify'; gtins?: string[] } = {}): Promise<string> {
      const { status, body } = await ask('POST', `${url}/api/runs`, request)
      if (body.run === undefined) throw new Error(`POST /api/runs: ${status} ${JSON.stringify(body)}`)
      return body.run.id
    },
    async readRun(runId: string): Promise<RunReport> {
      const { status, body } = await ask('GET', `${url}/api/runs/${runId}`)
      if (body.run === undefined) throw new Error(`GET /api/runs/${runId}: ${status}`)
      return body.run
    },
    /** The values that Prometheus would read, by name and labels. */
    async metric(name: string): Promise<number> {
      const text = await (await fetch(`${url}/metrics`)).text()
      return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1])
    },
    async stop(): Promise<void> {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

async function readUrl(stream: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stream })) {
    const said = JSON.parse(line) as { msg: string; url?: string }
    if (said.msg === 'daemon ready') return said.url ?? ''
  }
  throw new Error('the daemon ended before it was ready')
}
