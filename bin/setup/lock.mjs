// Allows one setup at a time per folder.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SetupError, say } from './report.mjs'

const WAIT_MS = 10 * 60_000
const POLL_MS = 250

/**
 * Runs `work` with the folder's lock. Waits up to ten minutes for another setup; removes the lock of a dead process.
 * `work` receives the file for the process id of npm, which may outlive a killed setup.
 */
export function withLock(root, work) {
  const lock = lockOf(root)
  acquire(lock)
  try {
    work(join(lock, 'npm'))
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

// Outside the project, because npm ci empties node_modules.
function lockOf(root) {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 12)
  return join(tmpdir(), `product-mirror-setup-${process.getuid?.() ?? 'user'}-${name}`)
}

function acquire(lock) {
  const deadline = Date.now() + WAIT_MS
  let announced = false
  for (;;) {
    try {
      mkdirSync(lock)
      writeFileSync(join(lock, 'pid'), String(process.pid))
      return
    } catch (error) {
      if (error.code !== 'EEXIST')
        throw new SetupError(
          `cannot write to ${tmpdir()} (${error.code}). Make it writable or set TMPDIR, then try again.`,
        )
    }
    const holder = holderOf(lock)
    if (holder === 'dead') {
      discard(lock)
      continue
    }
    if (!announced) say(`waiting for another setup of this folder (process ${holder}) …`)
    announced = true
    if (Date.now() > deadline)
      throw new SetupError(
        `another setup (process ${holder}) has been running for ten minutes. Stop it, then try again.`,
      )
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS)
  }
}

// Renames first, so that only one of two processes succeeds and neither removes a new lock.
function discard(lock) {
  const aside = `${lock}.${process.pid}`
  try {
    renameSync(lock, aside)
    rmSync(aside, { recursive: true, force: true })
  } catch {
    // Another process removed it first.
  }
}

function holderOf(lock) {
  const pids = ['pid', 'npm'].map((name) => pidIn(join(lock, name)))
  const alive = pids.find((pid) => pid !== undefined && isAlive(pid))
  if (alive !== undefined) return alive
  if (pids[0] !== undefined) return 'dead'
  try {
    return Date.now() - statSync(lock).mtimeMs > 5_000 ? 'dead' : 'unknown'
  } catch {
    return 'unknown'
  }
}

function pidIn(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'))
    return pid > 0 ? pid : undefined
  } catch {
    // The file is not written yet, or already gone.
    return undefined
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
