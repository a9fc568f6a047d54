import { expect, test } from 'vitest'
import { commandFaults } from './commands.ts'

const file = (path: string, text: string) => ({ path, text: `${text}\n` })
const none = new Set<string>()

test.each([
  ['src/core/plan/x.ts', '`It is held: product-mirror approve ${id}`'],
  ['src/sync/finish/x.ts', "'see product-mirror verify'"],
  ['src/store/runs/x.ts', 'return commandText(command)'],
  ['src/core/plan/x.ts', 'commandClause(command)'],
])('%s may not put a command into a sentence: %s', (path, text) => {
  expect(commandFaults([file(path, text)], none)).toEqual([`${path} puts a command into a sentence`])
  expect(commandFaults([file(path, text)], new Set([path]))).toEqual([])
})

test.each([
  ['src/core/reasons/x.ts', 'commandText(command)'],
  ['src/core/views/x.ts', 'commandText(command)'],
  ['src/cli/output/x.ts', "'product-mirror sync'"],
  ['src/core/plan/x.ts', '// product-mirror sync'],
  ['src/core/record/x.ts', "['product-mirror', 'gtin-1']"],
])('%s may: %s', (path, text) => {
  expect(commandFaults([file(path, text)], none)).toEqual([])
})

test('a listed file without such a sentence must leave the list', () => {
  expect(commandFaults([], new Set(['src/core/plan/x.ts']))).toEqual([
    'src/core/plan/x.ts no longer needs its exception',
  ])
})
