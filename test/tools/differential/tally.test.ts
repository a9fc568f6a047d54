import { expect, test } from 'vitest'
import type { Judged, Verdict } from '../../../tools/differential/judge.ts'
import { figuresOf, isEnough, tellClass } from '../../../tools/differential/report.ts'
import type { Answer, Step } from '../../../tools/differential/step.ts'
import { createTally } from '../../../tools/differential/tally.ts'

const step: Step = { as: null, method: 'GET', path: '/cms/v2/pages' }
const answer: Answer = { status: 200, headers: {}, text: '', json: undefined }
const verdict = (...findings: Judged[]): Verdict => ({
  exchange: { step, engine: answer, bundled: answer },
  findings,
})
const finding = (kind: Judged['kind'], why?: string): Judged => ({
  key: `${kind} ${why ?? 'unknown'}`,
  kind,
  engine: 1,
  bundled: 2,
  why,
})

test('requests are counted by agreement and by the excuses of the documented list', () => {
  const tally = createTally()
  tally.add(0, [verdict(), verdict(finding('content', 'known')), verdict(finding('content'))])
  tally.add(1, [verdict(finding('outcome')), verdict(finding('outcome', 'known'))])
  expect(tally.read()).toMatchObject({ requests: 5, sameOutcome: 3, excusedOutcome: 1, same: 1, excused: 2 })
  expect(figuresOf(tally.read())).toContain('4 of 5 (80.00 %) requests agree in status and error code')
})

test('a class keeps the sample with the fewest earlier requests, and outcomes have precedence', () => {
  const tally = createTally()
  tally.add(0, [verdict(), verdict(finding('content'))])
  tally.add(1, [verdict(finding('content')), verdict(finding('content')), verdict(finding('outcome'))])
  const [first, second] = tally.read().classes
  expect(first).toMatchObject({ kind: 'outcome', count: 1 })
  expect(second).toMatchObject({ kind: 'content', count: 3, sample: { sequence: 1, steps: [step] } })
})

test.each([
  [3, 0, true],
  [4, 0, false],
  [0, 10, true],
  [0, 11, false],
])(
  'of 1,000 requests, %i different outcomes and %i different contents are enough: %s',
  (outcomes, contents, enough) => {
    const tally = createTally()
    tally.add(
      0,
      Array.from({ length: 1000 }, (_, index) => {
        if (index < outcomes) return verdict(finding('outcome'))
        return index < outcomes + contents ? verdict(finding('content')) : verdict()
      }),
    )
    expect(isEnough(tally.read())).toBe(enough)
  },
)

test('long values are shown from shortly before their first difference', () => {
  const sample = { sequence: 1, steps: [step], engine: `${'a'.repeat(500)}b`, bundled: `${'a'.repeat(500)}c` }
  const told = tellClass({ key: 'x', kind: 'content', why: undefined, count: 1, sample }, [step])
  expect(told).toContain(`"…${'a'.repeat(40)}b"`)
  expect(told).toContain(`"…${'a'.repeat(40)}c"`)
})
