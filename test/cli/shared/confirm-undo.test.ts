import { expect, test } from 'vitest'
import { confirmUndo } from '../../../src/cli/shared/confirm.ts'
import { runOf } from '../../helpers/sync/runs.ts'
import { terminalOf } from './answer-prompt.ts'

const wrote = runOf('2026-11-20-3', { counts: { ...runOf('1').counts, updated: 228, retired: 6 } })

async function asked(run: typeof wrote | undefined, typed: string | undefined) {
  const { terminal, said } = terminalOf(typed)
  const agrees = await confirmUndo(
    { read: async () => run },
    '2026-11-20-3',
    terminal,
    new AbortController().signal,
  )
  return { agrees, said: said.text }
}

test.each([
  ['y', true],
  ['no', false],
  [undefined, false],
])('a person is told how many pages an undo goes to, and answers %j', async (typed, agrees) => {
  expect(await asked(wrote, typed)).toEqual({
    agrees,
    said: expect.stringContaining(
      'Undo run 2026-11-20-3 on 234 pages, except where someone has edited since? [y/N] ',
    ),
  })
})

test('nothing is asked about a run that is not there, or wrote nothing: it is refused with its reason', async () => {
  expect(await asked(undefined, 'n')).toEqual({ agrees: true, said: '' })
  expect(await asked(runOf('2026-11-20-3'), 'n')).toEqual({ agrees: true, said: '' })
})
