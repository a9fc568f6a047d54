import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { hangMs } from '../hang.ts'
import { spawnBound } from '../processes/spawn-bound.ts'
import { programEnv } from './program-env.ts'

const cli = join(import.meta.dirname, '..', '..', '..', 'src', 'cli.ts')

export type Ended = { code: number | null; stdout: string; stderr: string }

/**
 * Starts the command line as a separate process, with only these environment variables in addition to PATH and HOME.
 */
export function spawnCli(args: readonly string[], env: Record<string, string>) {
  const child = spawnBound(process.execPath, ['--', cli, ...args], {
    env: programEnv(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (said: string) => void (stdout += said))
  child.stderr.setEncoding('utf8').on('data', (said: string) => void (stderr += said))
  const ended = once(child, 'close').then(([code]): Ended => ({
    code: code as number | null,
    stdout,
    stderr,
  }))
  /** Waits for a text on standard error. Throws with the whole output if the process ends before or hangs. */
  async function logged(part: string): Promise<void> {
    const hanging = AbortSignal.timeout(hangMs)
    const over = Promise.race([ended, once(hanging, 'abort')]).then(() => true)
    while (!stderr.includes(part))
      if (await Promise.race([over, once(child.stderr, 'data').then(() => false)]))
        throw new Error(`${args.join(' ')} did not say "${part}":\n${stderr}`)
  }
  return { child, ended, logged }
}

/** Parses a command's output as JSON. Throws with the whole output if it is invalid. */
export function jsonOf({ code, stdout, stderr = '' }: Omit<Ended, 'stderr'> & { stderr?: string }) {
  try {
    return JSON.parse(stdout)
  } catch {
    const how = code === null ? 'it was killed' : `it ended with exit code ${code}`
    throw new Error(`A command printed no JSON; ${how} and said:\n${stdout}${stderr}`)
  }
}

const question = '[y/N]'
const terminals = '/usr/bin/script'

/** Whether this machine can start a command on a terminal. */
export const hasTerminals = existsSync(terminals)

/** Runs a command on a separate terminal, enters `typed` at its prompt, and returns the screen content. */
export async function runOnTerminal(
  args: readonly string[],
  env: Record<string, string>,
  typed: string,
): Promise<{ code: number | null; screen: string }> {
  const command = [process.execPath, cli, ...args].map((part) => `'${part}'`).join(' ')
  const child = spawnBound(terminals, ['-qec', command, '/dev/null'], {
    env: programEnv({ TERM: 'xterm', ...env }),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let screen = ''
  child.stdout.on('data', (chunk: Buffer) => {
    const asked = screen.includes(question)
    screen += chunk.toString()
    if (!asked && screen.includes(question)) child.stdin.write(typed)
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, screen }
}

/** Runs a command to its end. */
export function runCli(args: readonly string[], env: Record<string, string>): Promise<Ended> {
  return spawnCli(args, env).ended
}
