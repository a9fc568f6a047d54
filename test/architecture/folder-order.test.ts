import { expect, test } from 'vitest'
import { folderOrderFaults } from './folder-order.ts'

const order = { 'src/core/': ['text', 'page'] }
const importing = (path: string, other: string) => [{ path, text: `import { x } from '${other}'\n` }]

test('a folder may import those below it', () => {
  expect(folderOrderFaults(importing('src/core/page/x.ts', '../text/y.ts'), order)).toEqual([])
  expect(folderOrderFaults(importing('src/core/page/x.ts', './y.ts'), order)).toEqual([])
})

test('an import from a lower folder to a higher one is reported', () => {
  expect(folderOrderFaults(importing('src/core/text/x.ts', '../page/y.ts'), order)).toEqual([
    'src/core/text/x.ts imports src/core/page/y.ts, which is higher',
  ])
})

test('a folder that has no place is reported', () => {
  expect(folderOrderFaults([{ path: 'src/core/new/x.ts', text: '' }], order)).toEqual([
    'src/core/new/x.ts has no place in the order of src/core/',
  ])
})
