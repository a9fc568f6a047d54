import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { spawnBound } from '../processes/spawn-bound.ts'
import type { Ended } from './cli.ts'
import type { HostedCommand } from './command-process.ts'
import { programEnv } from './program-env.ts'

type Host = ReturnType<typeof startHost>

const hosts = new Set<Host>()
const idle: Host[] = []

/** Whether a command may run in a host. Daemons, servers and an embedded Redis need their own process. */
export function isHostable([command = '']: readonly string[], env: Record<string, string>): boolean {
  return env['REDIS_URL'] !== '' && !['daemon', 'mock', 'demo', 'completion'].includes(command)
}

/**
 * Runs a command in a process that has run others before, because most of a command's time is spent on loading modules.
 * Signals, terminals and crashes require `spawnCli`.
 */
export async function runHosted(args: readonly string[], env: Record<string, string>): Promise<Ended> {
  const host = idle.pop() ?? startHost()
  const ended = await host.run(args, env)
  if (hosts.has(host)) idle.push(host)
  return ended
}

/**
 * Number of hosts that a worker keeps for its next file. The first run in a process takes seconds, a later one a
 * fraction.
 */
const mostIdle = 2

/**
 * Ends busy and surplus hosts. Called after each test file. Returns the process ids of the others, which end with the
 * worker.
 */
export async function endBusyHosts(): Promise<ReadonlySet<number>> {
  idle.splice(mostIdle)
  await Promise.all([...hosts].filter((host) => !idle.includes(host)).map((host) => host.close()))
  return new Set(idle.map(({ pid }) => pid))
}

function startHost() {
  const child = spawnBound(process.execPath, [join(import.meta.dirname, 'command-process.ts')], {
    env: programEnv({}),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const closed = once(child, 'close').then(([code]) => code as number | null)
  const streams = [child.stdout, child.stderr] as const
  for (const stream of streams) stream?.setEncoding('utf8')

  async function run(args: readonly string[], env: Record<string, string>): Promise<Ended> {
    const mark = `\u0000${randomUUID()} `
    child.send({ args, env, mark } satisfies HostedCommand)
    const [stdout, stderr] = await Promise.all([read(0), read(1)])
    const end = stdout.indexOf(mark)
    // Without a mark, the process ended on its own initiative.
    if (end === -1) return { code: await closed, stdout, stderr }
    const code = Number(stdout.slice(end + mark.length))
    return { code, stdout: stdout.slice(0, end), stderr: stderr.slice(0, stderr.indexOf(mark)) }

    function read(which: 0 | 1): Promise<string> {
      return new Promise((resolve) => {
        let text = ''
        const stream = streams[which]
        const finish = (): void => {
          stream?.off('data', take).off('close', finish)
          resolve(text)
        }
        const take = (part: string): void => {
          text += part
          if (text.includes(mark) && text.endsWith('\n')) finish()
        }
        stream?.on('data', take).once('close', finish)
      })
    }
  }

  const host = {
    pid: child.pid ?? 0,
    run,
    async close(): Promise<void> {
      hosts.delete(host)
      child.kill('SIGKILL')
      await closed
    },
  }
  hosts.add(host)
  child.once('close', () => {
    hosts.delete(host)
    if (idle.includes(host)) idle.splice(idle.indexOf(host), 1)
  })
  return host
}
