import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach } from 'vitest'
import { spawnBound } from '../helpers/processes/spawn-bound.ts'

/** The project folder of the current test, and the folder with the only programs on its PATH. */
export const project = { root: '', programs: '' }

const lockFile = {
  packages: {
    '': {
      name: 'sample',
      dependencies: { zod: '4.0.0', bindings: '1.0.0' },
      devDependencies: { linter: '1.0.0' },
      optionalDependencies: { painter: '1.0.0', 'node-mac': '24.0.0' },
    },
    'node_modules/zod': { version: '4.0.0', integrity: 'sha512-a' },
    'node_modules/bindings': {
      version: '1.0.0',
      integrity: 'sha512-b',
      optionalDependencies: { 'bindings-none': '1.0.0', 'bindings-here': '1.0.0' },
    },
    'node_modules/bindings-none': {
      version: '1.0.0',
      optional: true,
      os: ['none'],
      dependencies: { 'bindings-core': '1.0.0' },
    },
    'node_modules/bindings-core': { version: '1.0.0', optional: true },
    'node_modules/bindings-here': {
      version: '1.0.0',
      integrity: 'sha512-e',
      optional: true,
      os: [process.platform],
      cpu: [process.arch],
    },
    'node_modules/node-mac': { version: '24.0.0', optional: true, os: ['!' + process.platform] },
    'node_modules/painter': { version: '1.0.0', integrity: 'sha512-c', optional: true },
    'node_modules/linter': { version: '1.0.0', integrity: 'sha512-d', dev: true },
  },
}
export const needed = ['zod', 'bindings', 'bindings-here', 'painter']
export const redis7 = 'echo Redis server v=7.0.15 sha=0'

/** Gives each test of a file its own project folder, with everything installed. */
export function useProject(): void {
  beforeEach(async () => {
    project.root = await realpath(await mkdtemp(join(tmpdir(), 'setup-')))
    project.programs = join(project.root, 'programs')
    await mkdir(project.programs)
    await cp(join(import.meta.dirname, '../../bin'), join(project.root, 'bin'), { recursive: true })
    await writeFile(join(project.root, 'package-lock.json'), JSON.stringify(lockFile))
    await installed([...needed, 'linter'])
  })

  afterEach(() => rm(project.root, { recursive: true, force: true }))
}

export async function installed(names: string[]) {
  for (const name of names) {
    await mkdir(join(project.root, 'node_modules', name), { recursive: true })
    await writeFile(join(project.root, 'node_modules', name, 'package.json'), '{}')
  }
  const record = Object.entries(lockFile.packages).filter(([path]) =>
    names.includes(path.replace('node_modules/', '')),
  )
  await writeFile(
    join(project.root, 'node_modules/.package-lock.json'),
    JSON.stringify({ packages: Object.fromEntries(record) }),
  )
}

export async function program(file: string, script: string) {
  const path = join(project.programs, file)
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(
    path,
    `#!/bin/sh\necho "$(/usr/bin/basename "$0") $*" >> ${join(project.root, 'calls')}\n${script}\n`,
  )
  await chmod(path, 0o755)
}

/** Stores the present record of npm under this name, for a stub that installs it. */
export async function saveRecord(name = 'record') {
  await cp(join(project.root, 'node_modules/.package-lock.json'), join(project.root, name))
}

export function startSetup(env: Record<string, string> = {}, ...args: string[]) {
  return spawnBound(process.execPath, [join(project.root, 'bin/setup.mjs'), ...args], {
    env: { PATH: project.programs, TMPDIR: project.root, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

export async function setup(env: Record<string, string> = {}, ...args: string[]) {
  const child = startSetup(env, ...args)
  const { calls, ...ended } = await endOf(child)
  return { ...ended, calls: calls.split('\n').filter((call) => !call.includes('--version')) }
}

/** The output of a process, and the calls of all project.programs so far. */
async function endOf(child: ReturnType<typeof startSetup>) {
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  const calls = await readFile(join(project.root, 'calls'), 'utf8').catch(() => '')
  return { code: Number(code), stdout, stderr, calls }
}

export async function productMirror(...args: string[]) {
  const child = spawnBound('/bin/sh', [join(project.root, 'bin/product-mirror'), ...args], {
    cwd: project.root,
    env: { PATH: `${project.programs}:/usr/bin:/bin`, TMPDIR: project.root },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { calls, ...ended } = await endOf(child)
  await rm(join(project.root, 'calls'), { force: true })
  return { ...ended, calls: calls.split('\n').slice(0, -1) }
}
