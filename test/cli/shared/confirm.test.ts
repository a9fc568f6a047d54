import { describe, expect } from 'vitest'
import { choosePlan, confirmUndo, type Approves } from '../../../src/cli/shared/confirm.ts'
import type { UndoPart } from '../../../src/core/run/run.ts'
import type { Stores } from '../../../src/store/stores.ts'
import { runOf } from '../../helpers/sync/runs.ts'
import { test } from '../../helpers/world/stored-runs.ts'
import { terminalOf } from '../../helpers/world/terminal.ts'
import { retireVerdict } from '../../helpers/sync/guards.ts'

const held = {
  state: 'held' as const,
  planned: { create: 0, update: 2, restore: 0, retire: 9 },
  guards: [retireVerdict(9, 10)],
}
const dryRun = { state: 'planned' as const, planned: { create: 3, update: 0, restore: 0, retire: 0 } }

/** Counts ids up, one minute apart. */
async function store(runs: Stores['runs'], id: string, fields: object): Promise<void> {
  await runs.begin(runOf(id, { createdAt: `2026-11-20T04:0${id.at(-1)}:00.000Z` }))
  await runs.update(id, fields)
}

/** Prompts a user who enters `typed`; undefined closes the terminal. */
async function choose(runs: Stores['runs'], approves: Approves, typed: string | undefined) {
  const { terminal, said } = terminalOf(typed)
  const chosen = await choosePlan(runs, approves, terminal, new AbortController().signal)
  return { chosen, said: said.text }
}

describe('approve prompts', () => {
  test('about the held plan, with its numbers and reasons, before any dry run', async ({ runs }) => {
    await store(runs, '2026-11-20-1', held)
    await store(runs, '2026-11-20-2', dryRun)
    const { chosen, said } = await choose(runs, { asks: true }, 'y')
    expect(chosen).toEqual({ ok: true, runId: '2026-11-20-1' })
    expect(said).toMatch(/^Run 2026-11-20-1 has been held since .*: 9 retirements, 2 updates\./)
    expect(said).toContain('  HELD      Would retire 9 of 10 pages (90.0 %, ')
    expect(said).toContain('  others    2026-11-20-2 waits too: product-mirror approve RUN\n')
  })

  test('about the plan that the command names', async ({ runs }) => {
    await store(runs, '2026-11-20-1', held)
    await store(runs, '2026-11-20-2', dryRun)
    const { chosen, said } = await choose(runs, { asks: true, runId: '2026-11-20-2' }, ' YES ')
    expect(chosen).toEqual({ ok: true, runId: '2026-11-20-2' })
    expect(said).toMatch(/^Run 2026-11-20-2 planned 3 new pages\. Nothing has been written/)
  })

  test.for([
    ['nothing is typed', ''],
    ['the answer is no', 'n'],
    ['the answer is unclear', 'yep'],
    ['the input ends', undefined],
  ])('and applies nothing when %s', async ([, typed], { runs }) => {
    await store(runs, '2026-11-20-1', held)
    expect((await choose(runs, { asks: true }, typed)).chosen).toEqual({
      ok: false,
      reason:
        'Nothing was applied; the plan of run 2026-11-20-1 keeps waiting. To discard it: product-mirror cancel 2026-11-20-1',
      exitCode: 4,
    })
  })

  test('and ends with the exit code of the dry run when its plan is rejected', async ({ runs }) => {
    await store(runs, '2026-11-20-1', dryRun)
    expect((await choose(runs, { asks: true }, '')).chosen).toMatchObject({ ok: false, exitCode: 2 })
  })
})

describe('approve does not prompt', () => {
  test('without a waiting plan', async ({ runs }) => {
    const { chosen, said } = await choose(runs, { asks: true }, 'y')
    const reason = 'No plan is waiting for approval. To make one: product-mirror plan'
    expect({ chosen, said }).toEqual({ chosen: { ok: false, reason, exitCode: 7 }, said: '' })
  })

  test('about an unknown run, which is rejected later with the reason', async ({ runs }) => {
    const { chosen, said } = await choose(runs, { asks: true, runId: '2000-01-01-9' }, 'y')
    expect({ chosen, said }).toEqual({ chosen: { ok: true, runId: '2000-01-01-9' }, said: '' })
  })

  test('with --yes', async ({ runs }) => {
    await store(runs, '2026-11-20-1', held)
    const { chosen, said } = await choose(runs, { asks: false, runId: '2026-11-20-1' }, '')
    expect({ chosen, said }).toEqual({ chosen: { ok: true, runId: '2026-11-20-1' }, said: '' })
  })
})

describe('undo', () => {
  async function asked(runs: Stores['runs'], typed: string | undefined, part?: UndoPart) {
    const { terminal, said } = terminalOf(typed)
    const agrees = await confirmUndo(
      runs,
      { runId: '2026-11-20-3', part },
      terminal,
      new AbortController().signal,
    )
    return { agrees, said: said.text }
  }

  test.for([
    ['y', true],
    ['no', false],
    [undefined, false],
  ] as const)(
    'prompts with the number of pages; the reply %j means %j',
    async ([typed, agrees], { runs }) => {
      const counts = { ...runOf('1').counts, updated: 228, retired: 6 }
      await runs.begin(runOf('2026-11-20-3', { counts }))
      const question = 'Undo run 2026-11-20-3 on 234 pages? Edits since then stay. [y/N] '
      expect(await asked(runs, typed)).toEqual({ agrees, said: expect.stringContaining(question) })
    },
  )

  test('of a part prompts with the part', async ({ runs }) => {
    await runs.begin(runOf('2026-11-20-3', { counts: { ...runOf('1').counts, updated: 228 } }))
    const part = { gtins: ['4006381333931'], fields: ['price', 'name'] }
    const { said } = await asked(runs, 'y', part)
    expect(said).toContain('Undo product 4006381333931, fields price, name of run 2026-11-20-3?')
  })

  test('does not prompt for an unknown run, which is rejected later with the reason', async ({ runs }) => {
    expect(await asked(runs, 'n')).toEqual({ agrees: true, said: '' })
  })

  test('does not prompt for a run that wrote nothing, which is rejected later with the reason', async ({
    runs,
  }) => {
    await runs.begin(runOf('2026-11-20-3'))
    expect(await asked(runs, 'n')).toEqual({ agrees: true, said: '' })
  })
})
