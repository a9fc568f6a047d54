// Allows one setup at a time per folder.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SetupError, say } from './report.mjs'

const WAIT_MS = 10 * 60_000
const POLL_MS = 250

/** Runs `work` with the folder's lock. Waits up to ten minutes for another setup; removes the lock of a dead process. */
export function withLock(root, work) {
  const lock = lockOf(root)
  acquire(lock)
  try {
    work()
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
  try {
    const pid = Number(readFileSync(join(lock, 'pid'), 'utf8'))
    if (pid > 0) return isAlive(pid) ? pid : 'dead'
  } catch {
    // The file is not written yet, or already gone.
  }
  try {
    return Date.now() - statSync(lock).mtimeMs > 5_000 ? 'dead' : 'unknown'
  } catch {
    return 'unknown'
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
