import { expect, test } from 'vitest'
import { folderOrderFaults } from './folder-order.ts'

const roots = { 'src/store': ['redis', 'redis/cluster', 'runs'] }
const empty = ['redis/a.ts', 'redis/cluster/b.ts', 'runs/c.ts', 'stores.ts']
const faultsOf = (path: string, to: string) =>
  folderOrderFaults(
    [...empty.map((name) => [name, '']), [path, `import type { X } from '${to}'`]].map(
      ([name = '', text = '']) => ({ path: `src/store/${name}`, text }),
    ),
    roots,
  )

test.each([
  ['redis/x.ts', './a.ts'],
  ['redis/cluster/x.ts', '../a.ts'],
  ['redis/cluster/deep/x.ts', '../b.ts'],
  ['runs/x.ts', '../redis/cluster/b.ts'],
  ['y.ts', './runs/c.ts'],
  ['redis/x.ts', '../../core/runs/c.ts'],
])('%s may import %s', (path, to) => {
  expect(faultsOf(path, to)).toEqual([])
})

test.each([
  ['redis/x.ts', '../runs/c.ts'],
  ['redis/x.ts', './cluster/b.ts'],
  ['runs/x.ts', '../stores.ts'],
])('%s may not import %s', (path, to) => {
  expect(faultsOf(path, to)).toEqual([
    expect.stringMatching(/^src\/store\/\S+ imports \S+, whose folder is above its own$/),
  ])
})

test('a folder without a place and a place without a file are found', () => {
  expect(faultsOf('media/x.ts', './y.ts')).toEqual(['src/store/media has no place in the order of src/store'])
  expect(folderOrderFaults([], { 'src/store': ['runs'] })).toEqual([
    'src/store/runs has a place in the order, but no file',
  ])
})
