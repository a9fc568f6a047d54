import { expect, it } from 'vitest'
import { sameFile } from '../../../src/core/media/same-file.ts'

const large = { url: 'https://cms.example/a-1024.png', width: 1024, height: 700 }
const known = { url: 'https://cms.example/a.png', large }

it.for([
  ['the same addresses', known, true],
  ['another address', { ...known, url: 'https://cms.example/b.png' }, false],
  [
    'another address of the large image',
    { ...known, large: { ...large, url: 'https://cms.example/b.png' } },
    false,
  ],
  ['no large image any more', { url: known.url }, false],
] as const)('%s: the same file: %s', ([, current, same]) => {
  expect(sameFile(current, known)).toBe(same)
})
