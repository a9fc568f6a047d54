import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FolderLockError, withFolderLock } from '../../src/store/folder-lock.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-'))
})

afterEach(() => rm(folder, { recursive: true }))

test('only one at a time works on a folder, and each gets its turn', async () => {
  let inside = 0
  const most: number[] = []
  const work = async () => {
    most.push(++inside)
    await new Promise(setImmediate)
    inside--
  }
  await Promise.all(Array.from({ length: 8 }, () => withFolderLock(folder, { waitMs: 5_000 }, work)))
  expect(most).toEqual([1, 1, 1, 1, 1, 1, 1, 1])
  expect(await readdir(folder)).toEqual([])
})

test('the lock of a dead holder is taken over by exactly one at a time', async () => {
  await writeFile(join(folder, 'lock'), 'token-of-the-dead')
  let inside = 0
  const work = async () => {
    expect(++inside).toBe(1)
    await new Promise(setImmediate)
    inside--
  }
  const patience = { waitMs: 5_000, silentMs: 60 }
  await Promise.all(Array.from({ length: 5 }, () => withFolderLock(folder, patience, work)))
  expect(await readdir(folder)).toEqual([])
})

test('who waits too long is told which file stands in the way', async () => {
  await withFolderLock(folder, { waitMs: 0 }, async () => {
    const second = withFolderLock(folder, { waitMs: 0 }, async () => undefined)
    await expect(second).rejects.toThrow(FolderLockError)
    await expect(withFolderLock(folder, { waitMs: 0 }, async () => undefined)).rejects.toThrow(
      join(folder, 'lock'),
    )
  })
})
