import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  productMirror,
  program,
  project,
  redis7,
  saveRecord,
  setup,
  startSetup,
  useProject,
} from './project.ts'

useProject()

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
    await rm(join(project.root, 'node_modules/.package-lock.json'))
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
  await rm(join(project.root, 'bin/setup.mjs'))
  const { code, stderr } = await productMirror('status')
  expect([code, stderr]).toEqual([1, expect.stringMatching(/needs Node 24.*npm run setup\n$/)])
})

test('product-mirror loads .env of the current folder, unless --env-file names another file', async () => {
  await program('node', oldNode('24.0.0'))
  expect((await productMirror('status')).stdout).not.toContain('--env-file')
  await writeFile(join(project.root, '.env'), '')
  expect((await productMirror('status')).stdout).toContain(' --env-file=.env ')
  expect((await productMirror('status', '--env-file', 'x')).stdout).toMatch(/cli\.ts status --env-file x\n$/)
  expect((await productMirror('--env-file=x', 'status')).stdout).not.toContain('=.env')
})

test('prints and installs nothing if nothing is missing', async () => {
  await program('redis-server', redis7)
  expect(await setup()).toEqual({ code: 0, stdout: '', stderr: '', calls: [''] })
})

test('replaces a packaged Node that cannot run here by the machine’s Node', async () => {
  await program('redis-server', redis7)
  await program('../node_modules/.bin/node', 'exit 127')
  const { code, stderr } = await setup()
  expect(code).toBe(0)
  expect(stderr).toContain('does not run here')
  expect(existsSync(join(project.root, 'node_modules/.bin/node'))).toBe(false)
})

test('needs a redis-server for tests, but not for linters or if REDIS_URL is set', async () => {
  await program('redis-server', 'echo Redis server v=6.0.16')
  expect((await setup({ REDIS_URL: 'redis://elsewhere' })).code).toBe(0)
  expect((await setup({ REDIS_URL: 'redis://elsewhere', npm_lifecycle_event: 'pretest' })).code).toBe(1)
  expect((await setup({ npm_lifecycle_event: 'precheck' })).code).toBe(0)
  await writeFile(join(project.root, '.env'), 'LOG_LEVEL=info\nREDIS_URL="redis://elsewhere"\n')
  expect((await setup()).code).toBe(0)
  await writeFile(join(project.root, '.env'), '#REDIS_URL=redis://elsewhere\nREDIS_URL=\n')
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
  const record = join(project.root, 'node_modules/.package-lock.json')
  await cp(record, join(project.root, 'record'))
  await rm(record)
  await program('npm', 'echo product-mirror-setup-* > name; /bin/cp record node_modules/.package-lock.json')
  expect((await setup()).code).toBe(0)
  const name = (await readFile(join(project.root, 'name'), 'utf8')).trim()
  expect(existsSync(join(project.root, name))).toBe(false)

  await mkdir(join(project.root, name))
  await writeFile(join(project.root, name, 'pid'), '4194303')

  await rm(record)
  expect((await setup()).code).toBe(0)
  expect(existsSync(join(project.root, name))).toBe(false)
})

test('waits for the npm of a killed setup', async () => {
  await program('redis-server', redis7)
  await saveRecord()
  await rm(join(project.root, 'node_modules/.package-lock.json'))
  execFileSync('mkfifo', [join(project.root, 'started'), join(project.root, 'continue')])
  await program(
    'npm',
    '[ -e busy ] && exit 1; echo > busy; echo > started; read -r line < continue; /bin/cp record node_modules/.package-lock.json',
  )
  const killed = startSetup()
  await readFile(join(project.root, 'started'))
  killed.kill('SIGKILL')
  await once(killed, 'exit')

  const next = startSetup()
  let stderr = ''
  next.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
    if (stderr.includes('waiting for another setup')) void writeFile(join(project.root, 'continue'), '\n')
  })
  const [code] = await once(next, 'close')
  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(/^setup: waiting for another setup.*\n.*ready after/),
  ])
  expect((await readFile(join(project.root, 'calls'), 'utf8')).match(/npm/g)).toHaveLength(1)
})
