import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFile } from '../../../src/cli/terminal/open-file.ts'
import { hangMs } from '../../helpers/hang.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'open-file-test-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Runs `openFile` where the desktop's program is this script. */
async function openWith(script: string, limitMs = hangMs): Promise<boolean> {
  for (const name of ['xdg-open', 'open'])
    await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return openFile('/tmp/a page.html', { PATH: folder, FOLDER: folder }, limitMs)
}

test('a file is passed to the program as one argument', async () => {
  expect(await openWith('echo "$#: $1" > "$FOLDER/opened"')).toBe(true)
  expect(await readFile(join(folder, 'opened'), 'utf8')).toBe('1: /tmp/a page.html\n')
})

test('a program that fails or does not exist opens nothing', async () => {
  expect(await openWith('exit 3')).toBe(false)
  await rm(join(folder, 'xdg-open'))
  await rm(join(folder, 'open'))
  expect(await openFile('/tmp/a page.html', { PATH: folder }, hangMs)).toBe(false)
})

test('a program that runs on is the browser itself', async () => {
  const fifo = join(folder, 'fifo')
  execFileSync('mkfifo', [fifo])
  expect(await openWith('read line < "$FOLDER/fifo"', 1)).toBe(true)
  await writeFile(fifo, 'end\n')
})
