import { expect, test } from 'vitest'
import { outputFaults } from './outputs.ts'

const file = (path: string, text: string) => ({ path, text: `${text}\n` })

test.each([
  ['src/cli/commands/x.ts', 'process.stdout.write(name)'],
  ['src/cli/output/x.ts', 'stream.write(`${name}`)'],
  ['src/sync/x.ts', 'console.log(name)'],
  ['src/cli/output/x.ts', 'yield JSON.stringify(record)'],
  ['src/ops/pages/x.ts', 'reply.send(JSON.stringify(run))'],
  ['src/ops/views/x.eta', '<p><%~ it.name %></p>'],
])('%s may not write to the output directly: %s', (path, text) => {
  expect(outputFaults([file(path, text)])).toHaveLength(1)
})

test.each([
  ['src/cli/terminal/print.ts', 'stream.write(line)'],
  ['src/store/x.ts', 'JSON.stringify(value)'],
  ['src/cli/commands/x.ts', '// process.stdout.write(name)'],
  ['src/mock/main.ts', 'process.stdout.write(url)'],
  ['src/ops/views/x.eta', "<%~ include('./y', it) %><%= it.name %><%~ it.form({ action: 'x' }) %>"],
])('%s may: %s', (path, text) => {
  expect(outputFaults([file(path, text)])).toEqual([])
})
