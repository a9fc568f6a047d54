import { spawn } from 'node:child_process'
import { once } from 'node:events'

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

/** An opener that runs for longer is the browser. */
const startMs = 2_000

/**
 * Opens a file with the desktop's program for its kind; false if there is none, or if it fails within `limitMs`. The
 * program outlives this process.
 */
export async function openFile(file: string, env: NodeJS.ProcessEnv, limitMs = startMs): Promise<boolean> {
  const [command, ...args] = openers[process.platform] ?? ['xdg-open']
  const child = spawn(command, [...args, file], { stdio: 'ignore', detached: true, env })
  try {
    await once(child, 'spawn')
  } catch {
    return false
  }
  const isRunning = once(AbortSignal.timeout(limitMs), 'abort').then(() => 0)
  const exitCode = await Promise.race([isRunning, once(child, 'exit').then(([code]) => Number(code))])
  child.unref()
  return exitCode === 0
}
