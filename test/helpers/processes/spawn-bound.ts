import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Writable } from 'node:stream'
import { testFolderEnv, testFolderVariable } from './test-folder.ts'

const script = join(import.meta.dirname, 'end-processes.sh')
const running = new Set<ChildProcess>()
let watcher: Writable | undefined

/** `spawn` for tests: what it starts ends, with all its own, at the latest when this process does, even by a SIGKILL. */
export const spawnBound = ((command: string, args: readonly string[], options: SpawnOptions) => {
  watcher ??= startWatcher()
  const child = spawn(command, args, {
    ...options,
    // A group of its own, so that what it starts in turn ends with it.
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

/** Runs a program to its end and answers what it printed; throws with all of that when it fails. */
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

/** The processes that were started here and have not ended yet. */
export function runningHere(): { pid: number; command: string }[] {
  return [...running].map(({ pid = 0, spawnargs }) => ({ pid, command: spawnargs.join(' ') }))
}

function startWatcher(): Writable {
  const child = spawn('sh', [script, process.env[testFolderVariable] ?? ''], {
    // A session of its own, so that a Ctrl-C in the terminal reaches us and not the watcher.
    detached: true,
    // Not in the folder's name itself: it would find and end itself.
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.unref()
  child.stdin.on('error', () => undefined)
  return child.stdin
}
