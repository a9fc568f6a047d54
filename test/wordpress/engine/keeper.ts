import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('keeper.sh', import.meta.url))

/** A started process, and the file with its output. */
export type Kept = { child: ChildProcess; logFile: string }

/** A temporary folder and the processes that use it. `close`, or the end of this process, removes both. */
export type Keeper = {
  folder: string
  start(name: string, command: string, args: readonly string[], env?: NodeJS.ProcessEnv): Kept
  close(): Promise<void>
}

/** Creates a folder, and a watcher that outlives this process to clean up after a crash or Ctrl-C. */
export function openKeeper(): Keeper {
  const folder = mkdtempSync(join(tmpdir(), 'wp-engine-'))
  // A separate session, so that Ctrl-C in the terminal does not reach the watcher.
  const watcher = spawn('sh', [script, folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  const gone = once(watcher, 'exit')
  watcher.unref()
  return { folder, start, close }

  function start(name: string, command: string, args: readonly string[], env?: NodeJS.ProcessEnv): Kept {
    const logFile = join(folder, `${name}.log`)
    const log = openSync(logFile, 'a')
    const child = spawn(command, args, {
      cwd: folder,
      detached: true,
      stdio: ['ignore', log, log],
      env: { ...process.env, ...env },
    })
    closeSync(log)
    child.once('error', () => {})
    child.unref()
    if (child.pid !== undefined) watcher.stdin.write(`${child.pid}\n`)
    return { child, logFile }
  }

  async function close(): Promise<void> {
    watcher.ref()
    watcher.stdin.end()
    await gone
  }
}
