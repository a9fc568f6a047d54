import { access, readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

const root = join(import.meta.dirname, '..', '..')
const folders = ['docs', 'examples', '.github', join('test', 'wordpress')]

/** Every page of the documentation, by its path from the root. */
async function readPages(): Promise<Map<string, string>> {
  const below = folders.map(async (folder) =>
    (await readdir(join(root, folder), { recursive: true })).map((name) => join(folder, name)),
  )
  const names = [...(await readdir(root)), ...(await Promise.all(below)).flat()]
  const pages = names.filter((name) => name.endsWith('.md'))
  return new Map(
    await Promise.all(pages.map(async (name) => [name, await readFile(join(root, name), 'utf8')] as const)),
  )
}

const pages = await readPages()
const textOf = (name: string): string => pages.get(name) ?? ''

/** The paths, from the root, that do not exist. */
async function findMissing(paths: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    paths.map((path) =>
      access(join(root, path)).then(
        () => [],
        () => [path],
      ),
    ),
  )
  return found.flat()
}

test.each([...pages.keys()])('every link and image in %s leads to a file or folder', async (name) => {
  const links = [...textOf(name).matchAll(/(?:\]\(| src=")(?!https?:|mailto:|#)([^)#"]+)/g)]
  const targets = links.map(([, link = '']) => relative(root, join(root, dirname(name), link)))
  expect(await findMissing(targets)).toEqual([])
})

test('every path that CONTRIBUTING, the pages on security and the decision records name exists', async () => {
  const prose = [...pages].filter(([name]) =>
    /^(?:CONTRIBUTING|SECURITY|docs\/security|docs\/adr\/)/.test(name),
  )
  const inside = /`((?:src|jobs|config|docs|test|examples|bin|core|sync)\/[\w./-]*)`/g
  const paths = prose.flatMap(([, text]) => [...text.matchAll(inside)].map(([, path = '']) => path))
  const fromRoot = paths.map((path) => (/^(?:core|sync)\//.test(path) ? join('src', path) : path))
  expect(fromRoot.length).toBeGreaterThan(10)
  expect(await findMissing(fromRoot)).toEqual([])
})

test('every npm script that CONTRIBUTING names can be run', async () => {
  const Package = z.object({ scripts: z.record(z.string(), z.string()) })
  const { scripts } = Package.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')))
  const named = [...textOf('CONTRIBUTING.md').matchAll(/npm run ([\w:]+)/g)].map(([, script = '']) => script)
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((script) => !(script in scripts))).toEqual([])
})

test('the index of decision records lists each record, with consecutive numbers', () => {
  const records = [...pages.keys()].flatMap((name) => /^docs\/adr\/(\d{4}-.+\.md)$/.exec(name)?.[1] ?? [])
  const listed = [...textOf('docs/adr/README.md').matchAll(/\]\((\d{4}-[^)]+)\)/g)].map(([, link]) => link)
  expect(listed).toEqual(records.toSorted())
  const numbers = listed.map((name = '') => Number(name.slice(0, 4)))
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
})

test('the glossary has at most 40 words, and none twice', () => {
  const words = [...textOf('docs/glossary.md').matchAll(/^\| \*\*(.+)\*\* \| .+ \|$/gm)].map(
    ([, word]) => word,
  )
  expect(words.length).toBeGreaterThan(20)
  expect(words.length).toBeLessThanOrEqual(40)
  expect(new Set(words).size).toBe(words.length)
})
