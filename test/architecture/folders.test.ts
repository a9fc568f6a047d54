import { expect, test } from 'vitest'
import { folderFaults, mirrorFaults } from './folders.ts'

const filesIn = (folder: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${folder}/${index}.ts`)

test('a folder of 31 files is too full, one of 30 is not', () => {
  expect(folderFaults([...filesIn('src/a', 30), ...filesIn('src/b', 31)])).toEqual([
    'src/b has 31 files, at most 30 are allowed',
  ])
})

test('files of the folders below are not counted', () => {
  expect(folderFaults([...filesIn('src/a', 15), ...filesIn('src/a/b', 15)])).toEqual([])
})

test('a test folder that mirrors no folder is found once', () => {
  const code = ['src/core/plan/decide.ts', 'jobs/queue/define-job.ts']
  const tests = [
    'test/architecture.test.ts',
    'test/core/plan/decide.test.ts',
    'test/jobs/define.test.ts',
    'test/e2e/sync/sync.test.ts',
  ]
  expect(mirrorFaults(tests, code)).toEqual([])
  expect(mirrorFaults(['test/core/page/a.test.ts', 'test/core/page/b.test.ts'], code)).toEqual([
    'test/core/page mirrors no folder',
  ])
  expect(mirrorFaults(['test/verbs/a.test.ts'], code)).toEqual(['test/verbs mirrors no folder'])
})
