import { describe, expect, test } from 'vitest'
import { summarizeHealth, type CurrentState } from '../../../../src/ops/pages/overview/health-summary.ts'
import { aHeldRun, aRun } from '../../start-ops.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const well: CurrentState = {
  mirrored: 12_345,
  languages: 2,
  runs: [aRun()],
  held: 0,
  failing: 0,
  conflicts: 0,
  suspects: 0,
  drift: 0,
  kept: 0,
  moreKept: false,
  workersRunning: true,
  scheduled: true,
  now,
}
const say = (patch: Partial<CurrentState>) => summarizeHealth({ ...well, ...patch })

describe('whether all is well is said in one sentence', () => {
  test.each([
    [{}, 'good', 'All is well: 12,345 records in 2 languages are mirrored, and nothing waits for you.'],
    [{ kept: 1 }, 'good', 'mirrored, 1 record stays as it is, held or put back by an undo, and nothing'],
    [{ kept: 200, moreKept: true }, 'good', 'more than 200 records stay as they are, held or put back'],
    [{ runs: [aHeldRun({ state: 'planned', kind: 'plan' }), aRun()] }, 'good', 'All is well: '],
    [{ runs: [aRun({ state: 'cancelled' }), aRun()] }, 'good', 'All is well: '],
    [{ runs: [], mirrored: 0 }, 'still', 'Nothing is mirrored yet: no run has been made.'],
    [{ runs: [aRun({ state: 'planning' })], mirrored: 0 }, 'still', 'yet: the first run is at work.'],
    [{ held: 1 }, 'warn', 'Something waits for you: a plan is held until you decide.'],
    [{ failing: 3 }, 'warn', 'Something waits for you: 3 records fail.'],
    [{ conflicts: 1, suspects: 2 }, 'warn', ': 1 conflict waits and 2 blanked versions wait.'],
    [{ drift: 1 }, 'warn', ': 1 page is not as the mirror left it.'],
    [{ runs: [aRun({ state: 'partial' })] }, 'warn', ': the last run left 1 record undone.'],
    [
      { runs: [aRun({ state: 'partial' })], failing: 1 },
      'warn',
      'for you: the last run left 1 record undone.',
    ],
    [{ runs: [aRun({ state: 'partial' })], failing: 2 }, 'warn', 'left 1 record undone and 2 records fail.'],
    [{ runs: [aRun({ state: 'failed' }), aRun()] }, 'bad', 'Not all is well: the last run failed.'],
    [
      { workersRunning: false, held: 2 },
      'bad',
      'workers are not running and 2 plans are held until you decide.',
    ],
    [{ now: now + 30 * 3_600_000 }, 'bad', 'Not all is well: no run has ended well for 1 d 12 h.'],
    [{ now: now + 30 * 3_600_000, scheduled: false }, 'good', 'All is well: '],
  ] as [Partial<CurrentState>, string, string][])('%#: %o', (patch, tone, text) => {
    expect(say(patch)).toMatchObject({ tone, text: expect.stringContaining(text) })
  })

  test('and leads to what is not', () => {
    const { links } = say({ runs: [aRun({ id: 'a b', state: 'failed' }), aRun()], conflicts: 2 })
    expect(links.map(({ url }) => url)).toEqual(['/runs/a%20b', '#waiting'])
  })
})
