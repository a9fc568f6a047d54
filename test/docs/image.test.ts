import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { importsOf } from '../architecture/imports.ts'
import { readSourceFiles } from '../architecture/source-files.ts'

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8')
const dockerfile = await read('Dockerfile')
const Packages = z.record(z.string(), z.string())
const manifest = z
  .object({ dependencies: Packages, optionalDependencies: Packages })
  .parse(JSON.parse(await read('package.json')))

/** The packages that these files import, without Node's own. */
async function packagesOf(folders: string[], keep: (path: string) => boolean): Promise<Set<string>> {
  const files = (await readSourceFiles(folders)).filter(({ path }) => path.endsWith('.ts') && keep(path))
  const imported = files.flatMap(importsOf).filter(({ own, to }) => !own && !to.startsWith('node:'))
  return new Set(imported.map(({ to }) => /^(?:@[^/]+\/)?[^/]+/.exec(to)?.[0] ?? to))
}

const isMock = (path: string) => path.startsWith('src/mock/')
const daemon = await packagesOf(['src', 'jobs', 'config'], (path) => !isMock(path))
const bundledServer = await packagesOf(['src'], isMock)

test('every package that the daemon imports is a dependency, so that the image has it', () => {
  expect([...daemon].filter((name) => !(name in manifest.dependencies))).toEqual([])
})

test('packages that only the bundled server imports are optional, so that the daemon image leaves them out', () => {
  const only = [...bundledServer].filter((name) => !daemon.has(name))
  expect(only.length).toBeGreaterThan(0)
  expect(only.filter((name) => !(name in manifest.optionalDependencies))).toEqual([])
  expect(only.filter((name) => name in manifest.dependencies)).toEqual([])
})

test('no package is a dependency without a use in the daemon', () => {
  // Bull Board's Fastify adapter resolves the package of its pages automatically.
  const unimported = ['@bull-board/ui']
  const unused = Object.keys(manifest.dependencies).filter((name) => !daemon.has(name))
  expect(unused).toEqual(unimported)
})

test('the build context holds everything that the Dockerfile copies', async () => {
  const allowed = new Set([...(await read('.dockerignore')).matchAll(/^!(.+)$/gm)].map(([, path]) => path))
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
    paths.split(' '),
  )
  expect(copied).toContain('src')
  expect(copied.filter((path) => !allowed.has(path))).toEqual([])
})

test('the image and bin/product-mirror start Node with the same flags, for which the image has compiled code', async () => {
  const flagsIn = (text: string) =>
    [...text.matchAll(/--(?:max-semi|heap-growing)[\w-]*=\d+/g)].map(([flag]) => flag)
  const flags = flagsIn(await read('bin/product-mirror'))
  expect(flags).toHaveLength(2)
  const starts = dockerfile.split('\n').filter((line) => flagsIn(line).length > 0)
  expect(starts.map(flagsIn)).toEqual([flags, flags])
})

test('an image built without a target is the daemon', () => {
  const stages = [...dockerfile.matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, name]) => name)
  expect(stages).toContain('bundled-server')
  expect(stages.at(-1)).toBe('daemon')
})
