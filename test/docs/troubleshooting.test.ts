import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exitCodes } from '../../src/cli/shared/exit-codes.ts'

const root = join(import.meta.dirname, '..', '..')
const page = await readFile(join(root, 'docs', 'troubleshooting.md'), 'utf8')

/** The text of each source file. */
async function readSources(): Promise<string[]> {
  const folders = ['src', 'jobs', 'config']
  const names = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(join(root, folder), { recursive: true })).map((name) => join(root, folder, name)),
    ),
  )
  const files = names.flat().filter((name) => name.endsWith('.ts') && !name.includes('/src/mock/'))
  return Promise.all(files.map((name) => readFile(name, 'utf8')))
}

/** Whether a source contains the parts of a text between its ellipses, in order. */
function says(source: string, text: string): boolean {
  let from = 0
  for (const part of text.split('…').map((one) => one.trim())) {
    const at = source.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return true
}

test('every heading of docs/troubleshooting.md is a message of the code', async () => {
  const texts = [...page.matchAll(/^### `(.+)`$/gm)].map(([, text = '']) => text)
  const sources = await readSources()
  expect(texts.length).toBeGreaterThan(30)
  expect(texts.filter((text) => !sources.some((source) => says(source, text)))).toEqual([])
})

test('docs/troubleshooting.md explains exactly the exit codes of the code', () => {
  const explained = [...page.matchAll(/^\| (\d+) \| /gm)].map(([, code]) => Number(code))
  expect(explained).toEqual(Object.values(exitCodes).toSorted((a, b) => a - b))
})
