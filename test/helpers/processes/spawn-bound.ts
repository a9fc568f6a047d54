import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Writable } from 'node:stream'
import { testFolderEnv, testFolderVariable } from './test-folder.ts'

const script = join(import.meta.dirname, 'end-processes.sh')
const running = new Set<ChildProcess>()
let watcher: Writable | undefined

/** `spawn` for tests. The process and its children end with this process at the latest, even after SIGKILL. */
export const spawnBound = ((command: string, args: readonly string[], options: SpawnOptions) => {
  watcher ??= startWatcher()
  const child = spawn(command, args, {
    ...options,
    // A separate group, so that its children end with it.
    detached: true,
    env: { ...(options.env ?? process.env), ...testFolderEnv() },
  })
  if (child.pid === undefined) return child
  running.add(child)
  watcher.write(`begun ${child.pid}\n`)
  child.once('exit', () => {
    running.delete(child)
    watcher?.write(`ended ${child.pid}\n`)
  })
  return child
}) as typeof spawn

/** Runs a program to its end and returns its output. Throws with the output if it fails. */
export async function runBound(
  command: string,
  args: readonly string[],
  options: { cwd?: string } = {},
): Promise<{ stdout: string; stderr: string }> {
  const child = spawnBound(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  if (code === 0) return { stdout, stderr }
  const how = `ended with ${code ?? signal}`
  throw Object.assign(new Error(`${command} ${args.join(' ')} ${how}:\n${stdout}${stderr}`), { code })
}

/** The processes that were started here and are still running. */
export function runningHere(): { pid: number; command: string }[] {
  return [...running].map(({ pid = 0, spawnargs }) => ({ pid, command: spawnargs.join(' ') }))
}

function startWatcher(): Writable {
  const child = spawn('sh', [script, process.env[testFolderVariable] ?? ''], {
    // A separate session, so that Ctrl-C in the terminal does not reach the watcher.
    detached: true,
    // The watcher's environment must not contain the folder, or the watcher would find and end itself.
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.unref()
  child.stdin.on('error', () => undefined)
  return child.stdin
}
