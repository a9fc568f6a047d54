import { randomUUID } from 'node:crypto'
import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { MirrorError } from '../lib/errors.ts'

const BEAT_MS = 500
const POLL_MS = 20

/** Another process kept the folder's lock for longer than we wait. */
export class FolderLockError extends MirrorError {}

/**
 * Runs `work` while no other process does so for this folder; throws FolderLockError after `waitMs`.
 * The holder touches its lock file twice a second, and whoever sees it untouched for `silentMs` takes over: a process
 * id would tell nothing across containers that share the folder.
 */
export async function withFolderLock<T>(
  folder: string,
  { waitMs, silentMs = 5_000 }: { waitMs: number; silentMs?: number },
  work: () => Promise<T>,
): Promise<T> {
  const file = join(folder, 'lock')
  const token = randomUUID()
  await acquire(file, token, { waitMs, silentMs })
  const beat = setInterval(() => {
    const now = new Date()
    utimes(file, now, now).catch(() => undefined)
  }, BEAT_MS)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    if ((await stateOf(file))?.token === token) await rm(file, { force: true })
  }
}

async function acquire(
  file: string,
  token: string,
  { waitMs, silentMs }: { waitMs: number; silentMs: number },
): Promise<void> {
  const deadline = Date.now() + waitMs
  let seen = { token: '', mtimeMs: 0, since: 0 }
  while (!(await create(file, token))) {
    const now = Date.now()
    if (now > deadline)
      throw new FolderLockError(
        `Another process has kept ${file} for ${Math.round(waitMs / 1000)} s. Wait for it, or remove the file if no product-mirror runs on this folder.`,
      )
    const state = await stateOf(file)
    if (state === undefined) continue
    if (state.token !== seen.token || state.mtimeMs !== seen.mtimeMs) seen = { ...state, since: now }
    else if (now - seen.since > silentMs) await discard(file, state.token)
    await pause(POLL_MS)
  }
}

// Only who creates the marker of exactly this dead holder may remove its lock; a slow second one finds another token.
async function discard(file: string, token: string): Promise<void> {
  const marker = `${file}.${token}`
  if (!(await create(marker, ''))) return
  if ((await stateOf(file))?.token === token) await rm(file, { force: true })
  await rm(marker, { force: true })
}

async function create(file: string, content: string): Promise<boolean> {
  try {
    await writeFile(file, content, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

async function stateOf(file: string): Promise<{ token: string; mtimeMs: number } | undefined> {
  try {
    const [token, { mtimeMs }] = await Promise.all([readFile(file, 'utf8'), stat(file)])
    return { token, mtimeMs }
  } catch {
    return undefined
  }
}
