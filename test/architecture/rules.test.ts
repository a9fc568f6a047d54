import { describe, expect, test } from 'vitest'
import { cycleFaults } from './cycles.ts'
import { importsOf } from './imports.ts'
import {
  blockSearchFaults,
  environmentFaults,
  impureFaults,
  lengthFaults,
  silencedFaults,
  spreadFaults,
} from './rules.ts'

const file = (path: string, ...lines: string[]) => ({ path, text: `${lines.join('\n')}\n` })

describe('imports are found', () => {
  test.each([
    ['a name', `import { a } from '../lib/a.ts'`],
    ['a type', `import type { A } from '../lib/a.ts'`],
    ['names over several lines', `import {\n  a,\n  type B,\n} from '../lib/a.ts'`],
    ['everything', `import * as a from "../lib/a.ts"`],
    ['a side effect', `import '../lib/a.ts'`],
    ['a re-export', `export { a } from '../lib/a.ts'`],
    ['a re-export of everything', `export * from '../lib/a.ts'`],
    ['an import when needed', `  const { a } = await import('../lib/a.ts')`],
    ['a type by import', `let a: import('../lib/a.ts').A`],
  ])('%s', (_, line) => {
    expect(importsOf(file('src/core/x.ts', line)).map(({ to, own }) => ({ to, own }))).toEqual([
      { to: 'src/lib/a.ts', own: true },
    ])
  })

  test('but not those in comments', () => {
    const text = [`// import { a } from '../lib/a.ts'`, '/**', ` * import { a } from '../lib/a.ts'`, ' */']
    expect(importsOf(file('src/core/x.ts', ...text))).toEqual([])
  })
})

const edge = (from: string, to: string) => ({ from, to })
const lines = (count: number) => Array.from({ length: count }, () => 'x')

test('a circle is named once, whatever leads into it', () => {
  expect(
    cycleFaults([edge('x', 'b'), edge('b', 'c'), edge('c', 'a'), edge('a', 'b'), edge('a', 'd')]),
  ).toEqual(['a → b → c → a'])
  expect(cycleFaults([edge('a', 'b'), edge('a', 'c'), edge('b', 'c'), edge('c', 'c')])).toEqual([])
})

test('a circle of files is found even if one of the imports is only of a type', () => {
  const files = [
    file('src/core/a.ts', `import { b } from './b.ts'`),
    file('src/core/b.ts', `import type { A } from './a.ts'`),
  ]
  expect(cycleFaults(files.flatMap(importsOf))).toEqual(['src/core/a.ts → src/core/b.ts → src/core/a.ts'])
})

test('a file of 401 lines is too long, one of 400 is not', () => {
  expect(lengthFaults([file('a.ts', ...lines(400)), file('b.ts', ...lines(401))])).toEqual([
    'b.ts has 401 lines, at most 400 are allowed',
  ])
})

describe('a reader of the environment', () => {
  test.each([
    'const x = process.env.X',
    `const x = process.env['X']`,
    `const x = process['env']`,
    'const { env } = process\nread(process . env)',
    `import { env } from 'node:process'`,
  ])('is found: %s', (line) => {
    expect(environmentFaults([file('src/sync/x.ts', line)])).toEqual(['src/sync/x.ts reads process.env'])
  })

  test('is allowed at the roots', () => {
    const roots = ['src/main.ts', 'src/cli.ts', 'src/mock/main.ts', 'bin/setup/x.mjs']
    expect(environmentFaults(roots.map((path) => file(path, 'process.env')))).toEqual([])
    expect(environmentFaults([file('src/verbs/x.ts', 'process.env')])).toHaveLength(1)
    expect(environmentFaults([file('config/x.ts', 'process.env')])).toHaveLength(1)
  })
})

// In upper case, so that this file itself silences nothing.
test.each([
  'const x = y as ANY',
  'const x: ANY = y',
  'function x(y: ANY) {}',
  'let x: record<string, ANY>',
  'let x: array<ANY>',
  'let x: ANY[]',
  '// @TS-IGNORE',
  '// @TS-EXPECT-ERROR: later',
  '// OXLINT-DISABLE-next-line no-console',
  '/* ESLINT-DISABLE */',
])('a silenced check is found: %s', (line) => {
  expect(silencedFaults([file('src/x.ts', 'const a = 1', line.toLowerCase())])).toHaveLength(1)
})

test('the word any in prose or in a name silences nothing', () => {
  const prose = '/** In a state of ours (default: ANY). */'.toLowerCase()
  expect(silencedFaults([file('src/x.ts', prose, 'anyOf(x, many)')])).toEqual([])
})

test.each([
  'await x()',
  'export async function x() {}',
  'const t = Date.now()',
  'const t = new Date()',
  'const r = Math.random()',
  'const id = randomUUID()',
  `console.log('x')`,
  'setTimeout(x, 1)',
  `fetch('http://127.0.0.1')`,
  'process.exit()',
  `import { readFileSync } from 'node:fs'`,
  `import { request } from 'undici'`,
])('an effect in the core is found: %s', (line) => {
  expect(impureFaults([file('src/core/x.ts', line)])).toHaveLength(1)
  expect(impureFaults([file('src/sync/x.ts', line)])).toEqual([])
})

test('reading a given time is not an effect', () => {
  expect(impureFaults([file('src/core/x.ts', 'new Date(time)', '// it awaits Date.now()')])).toEqual([])
})

test.each([
  'all.push(...some)',
  'all.unshift(\n  ...some,\n)',
  'Math.max(...numbers)',
  'Math.min(...[a, b])',
])('a list that is spread into arguments is found: %s', (line) => {
  expect(spreadFaults([file('src/cms/x.ts', line)])).toHaveLength(1)
  expect(spreadFaults([file('src/mock/x.ts', line), file('src/x.ts', '// all.push(...some)')])).toEqual([])
})

test('a second search for the mirrored block is found', () => {
  const text = 'const found = findBlock(page.content, key)'
  expect(blockSearchFaults([file('src/sync/pages/x.ts', text)])).toHaveLength(1)
  expect(blockSearchFaults([file('src/core/page/mirrored-page.ts', text)])).toEqual([])
})
