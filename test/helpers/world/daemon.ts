import { once } from 'node:events'
import { join } from 'node:path'
import type { RunReport } from '../../../src/ops/live/run-report.ts'
import { hangMs } from '../hang.ts'
import { spawnBound } from '../processes/spawn-bound.ts'
import { programEnv } from './program-env.ts'

const main = join(import.meta.dirname, '..', '..', '..', 'src', 'main.ts')

export type LogLine = { msg: string; level: number; runId?: string; job?: string } & Record<string, unknown>
export type Ended = { code: number | null; signal: NodeJS.Signals | null; stderr: string }
export type DaemonProcess = ReturnType<typeof spawnDaemon>

/** Starts the daemon as the container does. The caller ends it. */
export function spawnDaemon(env: Record<string, string>) {
  const child = spawnBound(process.execPath, [main], {
    env: programEnv(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => void (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => void (stderr += chunk.toString()))
  const exited = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null
  const end = async (name?: NodeJS.Signals): Promise<Ended> => {
    if (name !== undefined) child.kill(name)
    const [code, signal] = await exited
    return { code, signal, stderr }
  }
  const logged = (): LogLine[] => {
    const complete = stdout.slice(0, stdout.lastIndexOf('\n') + 1)
    return complete
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as LogLine)
  }
  /** Waits for the first matching log line. Throws with the whole output if the process ends before or hangs. */
  async function waitFor(fits: (candidate: LogLine) => boolean): Promise<LogLine> {
    const deadline = AbortSignal.timeout(hangMs)
    for (;;) {
      const found = logged().find(fits)
      if (found) return found
      if (hasEnded() || deadline.aborted)
        throw new Error(`the daemon did not say what was waited for:\n${stdout}${stderr}`)
      await Promise.race([once(child.stdout, 'data'), exited, once(deadline, 'abort')])
    }
  }

  return {
    pid: child.pid ?? 0,
    logged,
    line: waitFor,
    /** The URL of the ops server, as soon as it listens. */
    url: async () => (await waitFor(({ msg }) => msg.startsWith('Server listening'))).msg.replace(/.* /, ''),
    /** Waits until the daemon is ready, and returns the URL of the ops server. */
    ready: async () => String((await waitFor(({ msg }) => msg === 'daemon ready'))['url']),
    /** Waits for its end. */
    ended: () => end(),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

/** The fields of ops API responses that tests check. */
export type OpsBody = Partial<{
  run: RunReport
  runs: RunReport[]
  error: { code: string; message: string }
}>

/** Sends a request to an ops server and parses its JSON. */
export async function ask(method: 'GET' | 'POST', url: string, body?: unknown) {
  const response = await fetch(url, {
    method,
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  })
  return { status: response.status, body: (await response.json()) as OpsBody }
}
