import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { commandFaults } from './architecture/commands.ts'
import { cycleFaults } from './architecture/cycles.ts'
import { folderOrderFaults } from './architecture/folder-order.ts'
import { folderFaults, mirrorFaults } from './architecture/folders.ts'
import { importsOf } from './architecture/imports.ts'
import { layerFaults } from './architecture/layers.ts'
import { inlineLuaFaults, luaFaults } from './architecture/lua.ts'
import { maxParamsFaults } from './architecture/max-params.ts'
import { outputFaults } from './architecture/outputs.ts'
import { retiredWordFaults } from './architecture/retired-words.ts'
import {
  blockSearchFaults,
  environmentFaults,
  impureFaults,
  lengthFaults,
  silencedFaults,
  spreadFaults,
} from './architecture/rules.ts'
import { listFiles, readProject, readSourceFiles } from './architecture/source-files.ts'

const code = await readSourceFiles(['src', 'jobs', 'config'])
const setup = await readSourceFiles(['bin'])
const tests = await readSourceFiles(['test', 'tools'])
const typed = code.filter(({ path }) => path.endsWith('.ts'))
const imports = typed.flatMap(importsOf)

describe('the project', () => {
  test('can be read', () => {
    expect(typed.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        'src/main.ts',
        'src/core/merge/merge-fields.ts',
        'jobs/queue/define-job.ts',
        'config/read.ts',
      ]),
    )
    expect(imports).toContainEqual({
      from: 'src/core/plan/retire.ts',
      to: 'src/core/page/compose.ts',
      own: true,
      dynamic: false,
      typeOnly: expect.any(Boolean),
    })
  })

  test('imports go down only, no stage imports a later one, and the daemon does not import the bundled server', () => {
    expect(layerFaults(typed)).toEqual([])
  })

  test('no folder imports a folder above it', () => {
    expect(folderOrderFaults(typed)).toEqual([])
  })

  test('only readPage searches a page for its mirrored block', () => {
    expect(blockSearchFaults(code)).toEqual([])
  })

  test('every import of a project file leads to a file', () => {
    const paths = new Set(code.map(({ path }) => path))
    expect(imports.filter(({ own, to }) => own && !paths.has(to))).toEqual([])
  })

  test('no files import each other in a circle, types included', () => {
    const ofTests = tests.filter(({ path }) => path.endsWith('.ts')).flatMap(importsOf)
    expect(cycleFaults([...imports, ...ofTests].filter(({ own }) => own))).toEqual([])
  })

  test('no folder has more than 30 files', async () => {
    expect(folderFaults(await listFiles(['src', 'jobs', 'config', 'bin', 'test', 'tools']))).toEqual([])
  })

  test('tests mirror the folders of the code that they test', async () => {
    expect(
      mirrorFaults(await listFiles(['test']), await listFiles(['src', 'jobs', 'config', 'tools'])),
    ).toEqual([])
  })

  test('no function has more than four positional parameters', async () => {
    expect(maxParamsFaults(JSON.parse(await readFile('.oxlintrc.json', 'utf8')))).toEqual([])
  })

  test('no retired word is used', async () => {
    const project = await readProject()
    expect(project.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['README.md', '.env.example', 'docs/operating.md', 'src/ops/views/run.eta']),
    )
    expect(retiredWordFaults(project)).toEqual([])
  })

  test('no file is longer than 400 lines', () => {
    expect(lengthFaults([...code, ...setup, ...tests])).toEqual([])
  })

  test('only the composition roots read the environment', () => {
    expect(environmentFaults([...code, ...setup])).toEqual([])
  })

  test('only the output functions write to terminals, logs, files and pages', () => {
    expect(outputFaults(code)).toEqual([])
  })

  test('commands are added to sentences by the renderers only', () => {
    expect(commandFaults(code)).toEqual([])
  })

  test('Lua is in separate files, each with a header and a user', () => {
    expect(inlineLuaFaults(typed)).toEqual([])
    expect(luaFaults(code)).toEqual([])
  })

  test('no check is silenced', () => {
    expect(silencedFaults([...code, ...setup, ...tests])).toEqual([])
  })

  test('no list is spread into arguments', () => {
    expect(spreadFaults(code)).toEqual([])
  })

  test('the core does not wait, read a clock, use randomness or write', () => {
    expect(impureFaults(code)).toEqual([])
  })
})
