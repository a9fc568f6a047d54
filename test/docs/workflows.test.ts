import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

const root = join(import.meta.dirname, '..', '..')
const read = (path: string) => readFile(join(root, path), 'utf8')
const Package = z.object({ version: z.string(), scripts: z.record(z.string(), z.string()) })
const { version, scripts } = Package.parse(JSON.parse(await read('package.json')))

const Step = z.looseObject({ uses: z.string().optional(), run: z.string().optional() })
const Include = z.object({ run: z.string().optional(), arguments: z.string().optional() })
const Job = z.looseObject({
  steps: z.array(Step).default([]),
  strategy: z.object({ matrix: z.object({ include: z.array(Include) }) }).optional(),
})
const Workflow = z.looseObject({ jobs: z.record(z.string(), Job) })

const names = await readdir(join(root, '.github', 'workflows'))
const workflows = await Promise.all(
  names.map(async (name) => ({ name, ...Workflow.parse(parse(await read(`.github/workflows/${name}`))) })),
)
const jobs = workflows.flatMap((workflow) => Object.values(workflow.jobs))

/** The npm scripts of the jobs, such as `test:core`, with their arguments. */
function npmRuns(): string[] {
  const fromMatrix = jobs.flatMap((job) => job.strategy?.matrix.include ?? [])
  const fromSteps = jobs
    .flatMap((job) => job.steps)
    .map(({ run = '' }) => /^npm run ([\w:]+(?: -- .+)?)$/.exec(run)?.[1]?.replace(' --', ''))
  return [
    ...fromMatrix.flatMap(({ run, arguments: rest }) =>
      run === undefined ? [] : [[run, rest].join(' ').trim()],
    ),
    ...fromSteps.filter((name) => name !== undefined),
  ]
}

test('the workflows run the same suites as .ci/run', async () => {
  const steps = [...(await read('.ci/run')).matchAll(/^step (\S+) \S+(?: (.+))?$/gm)]
  const wanted = steps.map(([, name = '', rest = '']) => `${name} ${rest}`.trim())
  expect(npmRuns().toSorted()).toEqual(wanted.toSorted())
  expect(wanted.filter((step) => scripts[step.split(' ')[0] ?? ''] === undefined)).toEqual([])
})

test('every action is pinned by commit, with the release in a comment', async () => {
  const texts = await Promise.all(names.map((name) => read(`.github/workflows/${name}`)))
  const used = texts.flatMap((text) => text.match(/uses: (?!\.\/).+/g) ?? [])
  expect(used.length).toBeGreaterThan(0)
  expect(used.filter((line) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([])
})

test('a release has the entries of its version as notes', () => {
  const script = join(root, '.github', 'release-notes.sh')
  const { status, stdout } = spawnSync('sh', [script, version], { encoding: 'utf8' })
  expect(status).toBe(0)
  expect(stdout).toMatch(/^### (?:Before you upgrade|Added)\n/)
  expect(stdout).not.toMatch(/^## /m)
})

test('a version without entries is not released', () => {
  const { status, stderr } = spawnSync('sh', [join(root, '.github', 'release-notes.sh'), '9.9.9'], {
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 1, stderr: 'CHANGELOG.md has no entries under "## 9.9.9".\n' })
})

describe('a version of package.json is released', () => {
  const folder = mkdtempSync(join(tmpdir(), 'release-'))
  afterAll(() => rm(folder, { recursive: true }))
  const git = (...args: string[]) => {
    const { status, stderr } = spawnSync('git', ['-C', folder, ...args], { encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
  }
  const check = (remote: string) =>
    spawnSync('sh', [join(root, '.github', 'new-version.sh'), remote], { cwd: root, encoding: 'utf8' })
  git('init', '--quiet')
  git(
    '-c',
    'user.name=T',
    '-c',
    'user.email=t@example.com',
    'commit',
    '--quiet',
    '--allow-empty',
    '-m',
    'first',
  )

  test('if the remote repository has no tag for it, only once', () => {
    expect(check(folder).stdout).toBe(`version=${version}\nnew=true\n`)
    git('tag', `v${version}`)
    expect(check(folder).stdout).toBe(`version=${version}\nnew=false\n`)
  })

  test('never if the tags cannot be read', () => {
    const { status, stdout } = check(join(folder, 'nowhere'))
    expect(status).not.toBe(0)
    expect(stdout).toBe('')
  })
})

test('the editor settings and launch configurations are JSON and name files that exist', async () => {
  const Launch = z.object({ configurations: z.array(z.object({ name: z.string(), program: z.string() })) })
  const { configurations } = Launch.parse(JSON.parse(await read('.vscode/launch.json')))
  for (const name of ['settings', 'extensions']) JSON.parse(await read(`.vscode/${name}.json`))
  const programs = configurations.map(({ program }) => program.replace('${workspaceFolder}/', ''))
  await Promise.all(programs.map(read))
  expect(programs.length).toBeGreaterThan(2)
})
