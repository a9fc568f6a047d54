import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test as base } from 'vitest'
import { z } from 'zod'
import { MirrorError } from '../../../src/lib/errors.ts'
import { loadScripts } from '../../../src/store/lua/load-scripts.ts'
import { defineScript } from '../../../src/store/lua/script.ts'

/** Loads files with this content: path → text. */
const test = base.extend('load', async ({}, { onCleanup }) => {
  const folder = await mkdtemp(join(tmpdir(), 'lua-'))
  onCleanup(() => rm(folder, { recursive: true }))
  return async (files: Readonly<Record<string, string>>) => {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    return loadScripts(folder)
  }
})

test('scripts are found by their path, without comments and empty lines', async ({ load }) => {
  const scripts = await load({
    'runs/end.lua': '-- Ends a run.\n-- Reply: 1\n\n  -- inside\nreturn 1\n',
    'runs/notes.txt': 'no script',
  })
  expect([...scripts]).toEqual([['runs/end', 'return 1']])
})

test('an include is inserted once, with its own includes, and is not a script', async ({ load }) => {
  const scripts = await load({
    'end.lua': '--- @include "lease"\n--- @include "time"\nreturn lease()\n',
    'includes/lease.lua': '--- @include "time"\nlocal function lease() return now() end\n',
    'includes/time.lua': '-- The time.\nlocal function now() return 1 end\n',
  })
  expect([...scripts]).toEqual([
    ['end', 'local function now() return 1 end\nlocal function lease() return now() end\nreturn lease()'],
  ])
})

test('a missing include is named with the script that needs it', async ({ load }) => {
  const loading = load({ 'runs/end.lua': '--- @include "time"\nreturn 1\n' })
  await expect(loading).rejects.toThrow(MirrorError)
  await expect(loading).rejects.toThrow(
    /runs\/end\.lua includes \S+\/includes\/time\.lua, which does not exist/,
  )
})

test('a missing script is named', () => {
  expect(() => defineScript('runs/missing', z.unknown())).toThrow(
    /The script \S+src\/store\/lua\/runs\/missing\.lua does not exist/,
  )
})
