import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const cli = join(import.meta.dirname, '..', '..', 'src', 'cli.ts')

export type Ended = { code: number | null; stdout: string; stderr: string }

/** Starts the command line as a process of its own, with only these environment variables beside PATH and HOME. */
export function spawnCli(args: readonly string[], env: Record<string, string>) {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [cli, ...args], {
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]).then(
    ([stdout, stderr, [code]]): Ended => ({ code: code as number | null, stdout, stderr }),
  )
  return { child, ended }
}

/** Runs a command to its end. */
export function runCli(args: readonly string[], env: Record<string, string>): Promise<Ended> {
  return spawnCli(args, env).ended
}
