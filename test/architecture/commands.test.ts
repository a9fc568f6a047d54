import { expect, test } from 'vitest'
import { commandFaults } from './commands.ts'

const file = (path: string, text: string) => ({ path, text: `${text}\n` })

test.each([
  ['src/core/plan/x.ts', '`It is held: product-mirror approve ${id}`'],
  ['src/sync/finish/x.ts', "'see product-mirror verify'"],
  ['src/cli/output/x.ts', "'product-mirror sync'"],
  ['src/ops/views/x.eta', '<code>product-mirror plan</code>'],
  ['jobs/x.ts', "'Start a run: product-mirror sync'"],
  ['src/store/runs/x.ts', 'return commandText(command)'],
  ['src/core/plan/x.ts', 'commandClause(command)'],
])('%s may not put a command into a sentence: %s', (path, text) => {
  expect(commandFaults([file(path, text)])).toEqual([`${path} puts a command into a sentence`])
})

test.each([
  ['src/core/reasons/x.ts', 'commandText(command)'],
  ['src/core/views/x.ts', 'commandText(command)'],
  ['src/cli/program/x.ts', "'product-mirror sync'"],
  ['src/core/plan/x.ts', '// product-mirror sync'],
  ['src/core/record/x.ts', "['product-mirror', 'gtin-1']"],
])('%s may: %s', (path, text) => {
  expect(commandFaults([file(path, text)])).toEqual([])
})
