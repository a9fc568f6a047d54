import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createRuns } from '../../../src/store/runs/runs.ts'
import type { Runs } from '../../../src/sync/ports/runs.ts'
import { choosePlan, type Approves } from '../../../src/cli/shared/confirm.ts'
import { runOf } from '../../helpers/sync/runs.ts'
import { terminalOf } from './answer-prompt.ts'
import { openTestStore, type TestStore } from '../../store/open-test-store.ts'

let store: TestStore
let runs: Runs
beforeAll(async () => {
  store = await openTestStore()
})
beforeEach(() => {
  runs = createRuns(store.redis, store.freshKeys())
})
afterAll(() => store.close())

const message = 'Would retire 9 of 10 pages.'
const heldFields = {
  state: 'held' as const,
  planned: { create: 0, update: 2, restore: 0, retire: 9 },
  guards: [{ guard: 'retire' as const, count: 9, of: 10, limit: 5, share: 0.9, message }],
}

/** Ids count up, a minute apart. */
async function wait(id: string, fields: object): Promise<void> {
  await runs.begin(runOf(id, { createdAt: `2026-11-20T04:0${id.at(-1)}:00.000Z` }))
  await runs.update(id, fields)
}

/** Asks with a person who types `typed`; undefined: who leaves. */
async function choose(approves: Approves, typed: string | undefined) {
  const { terminal, said } = terminalOf(typed)
  const chosen = await choosePlan(runs, approves, terminal, new AbortController().signal)
  return { chosen, said: said.text }
}

describe('a person is asked', () => {
  test('about the held plan, with its numbers and reasons, before any dry run', async () => {
    await wait('2026-11-20-1', heldFields)
    await wait('2026-11-20-2', { state: 'planned', planned: { create: 3, update: 0, restore: 0, retire: 0 } })
    const { chosen, said } = await choose({ asks: true }, 'y')
    expect(chosen).toEqual({ ok: true, runId: '2026-11-20-1' })
    expect(said).toMatch(/^Run 2026-11-20-1 has been held since .*: 9 retirements, 2 updates\./)
    expect(said).toContain(`  HELD      ${message}\n`)
    expect(said).toContain('  others    2026-11-20-2 waits too: product-mirror approve RUN\n')
  })

  test('about the plan named', async () => {
    await wait('2026-11-20-1', heldFields)
    await wait('2026-11-20-2', { state: 'planned', planned: { create: 3, update: 0, restore: 0, retire: 0 } })
    const { chosen, said } = await choose({ asks: true, runId: '2026-11-20-2' }, ' YES ')
    expect(chosen).toEqual({ ok: true, runId: '2026-11-20-2' })
    expect(said).toMatch(/^Run 2026-11-20-2 planned 3 new pages\. Nothing has been written/)
  })

  test.each([
    ['nothing', ''],
    ['no', 'n'],
    ['something else', 'yep'],
    ['who leaves', undefined],
  ])('and by default nothing is applied: %s', async (_, typed) => {
    await wait('2026-11-20-1', heldFields)
    expect((await choose({ asks: true }, typed)).chosen).toEqual({
      ok: false,
      reason:
        'Nothing was applied; the plan of run 2026-11-20-1 keeps waiting. To discard it: product-mirror cancel 2026-11-20-1',
      exitCode: 4,
    })
  })

  test('and leaving a dry run’s plan ends as the dry run did', async () => {
    await wait('2026-11-20-1', { state: 'planned', planned: { create: 3, update: 0, restore: 0, retire: 0 } })
    expect((await choose({ asks: true }, '')).chosen).toMatchObject({ ok: false, exitCode: 2 })
  })
})

describe('nobody is asked', () => {
  test('where no plan waits', async () => {
    const { chosen, said } = await choose({ asks: true }, 'y')
    expect({ chosen, said }).toEqual({
      chosen: {
        ok: false,
        reason: 'No plan is waiting for approval. To make one: product-mirror plan',
        exitCode: 7,
      },
      said: '',
    })
  })

  test('about a run that does not wait: who applies it says why not', async () => {
    const { chosen, said } = await choose({ asks: true, runId: '2000-01-01-9' }, 'y')
    expect({ chosen, said }).toEqual({ chosen: { ok: true, runId: '2000-01-01-9' }, said: '' })
  })

  test('when that was not asked for', async () => {
    await wait('2026-11-20-1', heldFields)
    const { chosen, said } = await choose({ asks: false, runId: '2026-11-20-1' }, '')
    expect({ chosen, said }).toEqual({ chosen: { ok: true, runId: '2026-11-20-1' }, said: '' })
  })
})
