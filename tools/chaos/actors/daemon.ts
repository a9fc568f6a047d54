import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Kill } from '../story/schedule.ts'
import { endWithUs } from '../left-behind.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const hook = join(import.meta.dirname, '..', 'hook.ts')

export type Daemon = ReturnType<typeof startDaemon>

/** Starts one daemon process as the container does, with the hook that may end it; log lines go to `say`. */
export function startDaemon(options: {
  /** the file of its entry */
  main: string
  env: Record<string, string>
  kill: Kill | undefined
  say: (line: string) => void
}) {
  const { main, env, kill, say } = options
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
  const child = endWithUs(
    // Many of them share a few cores: separate threads for compiling and collecting would only compete.
    spawn(process.execPath, ['--single-threaded', '--min-semi-space-size=16', '--import', hook, main], {
      env: {
        PATH,
        HOME,
        NODE_COMPILE_CACHE,
        ...env,
        CHAOS_KILL: kill === undefined ? '' : JSON.stringify(kill),
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      cwd: root,
    }),
  )
  let url: string | undefined
  let ready = false
  const { stdout, stderr } = child
  if (stdout === null || stderr === null) throw new Error('a daemon without output')
  createInterface(stdout).on('line', (line) => {
    say(line)
    if (line.includes('"msg":"daemon ready"')) {
      url = /"url":"([^"]+)"/.exec(line)?.[1]
      ready = true
    }
  })
  let complaint = ''
  createInterface(stderr).on('line', (line) => {
    say(line)
    complaint += `${line}\n`
  })
  child.on('error', () => undefined)
  const exited = once(child, 'exit')
  async function tell(...message: ['kill' | 'clock', string]): Promise<void> {
    if (!child.connected) return
    const heard = once(child, 'message')
    child.send(message, () => undefined)
    await Promise.race([heard, exited])
  }
  return {
    exited,
    /** The address of its ops server once it is ready. */
    url: () => (ready && child.exitCode === null && child.signalCode === null ? url : undefined),
    complaint: () => complaint,
    /** How it ended, when it has. */
    ended: () => child.signalCode ?? (child.exitCode === null ? undefined : `code ${child.exitCode}`),
    /** Arms the hook of a running process; resolves once that is done or the process has gone. */
    arm: (next: Kill | undefined) => tell('kill', next === undefined ? '' : JSON.stringify(next)),
    /** Sets the clock of a running process. */
    setClock: (aheadMs: number) => tell('clock', String(aheadMs)),
    stop: (signal: NodeJS.Signals) => child.kill(signal),
  }
}
