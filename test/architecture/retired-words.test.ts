import { expect, test } from 'vitest'
import { retiredWordFaults } from './retired-words.ts'

const faultsOf = (text: string, path = 'src/sync/x.ts') => retiredWordFaults([{ path, text }])

test.each([
  ['a function', 'const found = findTwins(pages)'],
  ['a type', 'export type SetAside = { at: string }'],
  ['a constant', "read('ON_FOREIGN')"],
  ['a key', 'const key = `told-troubles:${id}`'],
  ['a comment', '// The editor has not settled it.'],
  ['a message', "throw new Error('Mend the configuration.')"],
  ['a property', 'return { unsettled: 3 }'],
  ['a call', 'parents.doubt(id)'],
  ['a word at the start of a name', 'mendOvertaken(pages)'],
  ['a metric', "side_latency_seconds: ['…']"],
])('a retired word is found in %s', (_, line) => {
  expect(faultsOf(`const a = 1\n${line}\n`)[0]).toMatch(/^src\/sync\/x\.ts:2 says “.+”: use .+$/)
})

test.each([
  ['a view', 'src/ops/views/run.eta', '<h2>Pages that wait for a word of yours</h2>'],
  ['a document', 'docs/operating.md', 'The run is set aside.'],
])('a retired word is found in %s', (_, path, line) => {
  expect(faultsOf(line, path)).toHaveLength(1)
})

test('a retired word is found in the name of a file and of a folder', () => {
  expect(faultsOf('', 'src/core/overtaken.ts')).toEqual([
    'src/core/overtaken.ts says “overtaken”: use lost edit',
  ])
  expect(faultsOf('', 'src/sync/set-aside/x.ts')).toHaveLength(1)
})

test('each retired word is reported with its replacement', () => {
  expect(faultsOf('const twin = settle(lacking)')).toEqual([
    'src/sync/x.ts:1 says “twin”: use duplicate',
    'src/sync/x.ts:1 says “settle”: use resolve, or write grace period',
    'src/sync/x.ts:1 says “lacking”: use missing assets',
  ])
})

test.each([
  'await Promise.allSettled(all)',
  'indeed, it is recommended to amend it, unsettling as it is',
  'const a = offsetAside + outstanding',
  'no doubt (it is)',
  'Do not apply to standing water',
])('a longer word that contains a retired one is allowed: %s', (line) => {
  expect(faultsOf(line)).toEqual([])
})

test('the list itself and the changelog may contain retired words', () => {
  const places = ['test/architecture/retired-words.ts', 'CHANGELOG.md', 'docs/adr/0001-duplicates.md']
  expect(places.flatMap((path) => faultsOf('twin', path))).toEqual([])
})
