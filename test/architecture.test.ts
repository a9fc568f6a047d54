import { describe, expect, test } from 'vitest'
import { cycleFaults } from './architecture/cycles.ts'
import { areaOf, importMapFaults } from './architecture/import-map.ts'
import { importsOf } from './architecture/imports.ts'
import { environmentFaults, impureFaults, lengthFaults, silencedFaults } from './architecture/rules.ts'
import { readSourceFiles } from './architecture/source-files.ts'

const code = await readSourceFiles(['src', 'jobs', 'config'])
const setup = await readSourceFiles(['bin'])
const tests = await readSourceFiles(['test'])
const typed = code.filter(({ path }) => path.endsWith('.ts'))
const imports = typed.flatMap(importsOf)

describe('the project', () => {
  test('is read at all', () => {
    expect(typed.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['src/main.ts', 'src/core/page/merge.ts', 'jobs/define.ts', 'config/read.ts']),
    )
    expect(imports).toContainEqual({
      from: 'src/core/plan/retire.ts',
      to: 'src/core/page/compose.ts',
      own: true,
      dynamic: false,
    })
  })

  test('imports go down only, and nobody in the daemon imports the bundled server', () => {
    expect(importMapFaults(typed)).toEqual([])
  })

  test('every import of our own leads to a file', () => {
    const paths = new Set(code.map(({ path }) => path))
    expect(imports.filter(({ own, to }) => own && !paths.has(to))).toEqual([])
  })

  test('no folders import each other in a circle', () => {
    const edges = imports
      .filter(({ own }) => own)
      .map(({ from, to }) => ({ from: areaOf(from) ?? from, to: areaOf(to) ?? to }))
    expect(cycleFaults(edges)).toEqual([])
  })

  test('no files import each other in a circle, types included', () => {
    const ofTests = tests.filter(({ path }) => path.endsWith('.ts')).flatMap(importsOf)
    expect(cycleFaults([...imports, ...ofTests].filter(({ own }) => own))).toEqual([])
  })

  test('no file is longer than 250 lines', () => {
    expect(lengthFaults([...code, ...setup, ...tests])).toEqual([])
  })

  test('only the composition roots read the environment', () => {
    expect(environmentFaults([...code, ...setup])).toEqual([])
  })

  test('no check is noticesAbort', () => {
    expect(silencedFaults([...code, ...setup, ...tests])).toEqual([])
  })

  test('the core neither waits nor looks at a clock nor draws lots nor writes', () => {
    expect(impureFaults(code)).toEqual([])
  })
})
