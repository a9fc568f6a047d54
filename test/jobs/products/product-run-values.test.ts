import { expect } from 'vitest'
import { applyGuards } from '../../../jobs/review-plan.ts'
import { guardText } from '../../../src/core/report/guard-text.ts'
import { toValueRules } from '../../../src/core/plan/value-rules.ts'
import { resync } from '../../helpers/sync/resync.ts'
import type { Mirror, Stage } from '../../helpers/sync/sync-deps.ts'
import { apply, go, plan, sync } from '../../helpers/sync/sync-run.ts'
import { withJobs } from '../../helpers/sync/with-mirror.ts'

const language = 'de-de'
const test = withJobs({ gtins: 30, languages: language, mirror: { policy: { maxUpdateShare: 1 } } }).extend(
  'ready',
  { auto: true },
  async ({ stage, mirror }) => {
    mirror.valueRules = toValueRules()
    await change(stage, mirror.listed, { intro: 'Band', price: '100' })
    await sync(mirror)
  },
)

async function change({ mock }: Stage, gtins: readonly string[], fields: Record<string, unknown>) {
  await Promise.all(gtins.map((gtin) => mock.patchProduct(gtin, '*', fields)))
}

async function verdictsOf(mirror: Mirror, scope = {}) {
  const { runId, verdicts } = await plan(mirror, 'plan', scope)
  await mirror.runs.update(runId, { state: 'cancelled' })
  return verdicts
}

test('product runs that each empty a field are held once they have emptied it in a fifth of the records', async ({
  stage,
  mirror,
  jobs,
}) => {
  const emptied = mirror.listed.slice(0, 8)
  await change(stage, emptied, { intro: '' })
  const states: string[] = []
  for (const gtin of emptied.slice(0, 7)) states.push((await resync(mirror, jobs, [gtin])).state)
  expect(states).toEqual([...Array<string>(6).fill('done'), 'held'])
  const [verdict, ...others] = await verdictsOf(mirror, { gtins: emptied.slice(7) })
  expect(others).toEqual([])
  expect(verdict && guardText(verdict, 'would', undefined)).toMatch(
    /^Values of intro become empty in 7 of 30 records, in 6 of them since the last full run \(23\.3 %, limit 6 records/,
  )
  // A plan that empties no field is not held.
  await change(stage, mirror.listed.slice(20, 21), { price: '110' })
  expect((await resync(mirror, jobs, mirror.listed.slice(20, 21))).state).toBe('done')
})

test('a value that a later product run restores does not count', async ({ stage, mirror, jobs }) => {
  const emptied = mirror.listed.slice(0, 6)
  await change(stage, emptied, { intro: '' })
  expect((await resync(mirror, jobs, emptied)).state).toBe('done')
  await change(stage, emptied.slice(0, 2), { intro: 'Band' })
  expect((await resync(mirror, jobs, emptied.slice(0, 2))).state).toBe('done')
  await change(stage, mirror.listed.slice(6, 9), { intro: '' })
  expect((await resync(mirror, jobs, mirror.listed.slice(6, 8))).state).toBe('done')
  expect((await resync(mirror, jobs, mirror.listed.slice(8, 9))).state).toBe('held')
})

test('changes by runs of single languages count, until a full run writes', async ({ stage, mirror }) => {
  mirror.valueRules = toValueRules({ fields: { intro: { maxChanged: 50 } } })
  const write = async (scope = {}): Promise<boolean> => {
    const { runId } = await plan(mirror, 'sync', scope)
    const run = await mirror.runs.read(runId)
    const mayWrite = run !== undefined && (await applyGuards(mirror, run, go))
    if (mayWrite) await apply(mirror, runId)
    return mayWrite
  }
  await change(stage, mirror.listed.slice(0, 11), { intro: 'Filz' })
  expect(await write({ languages: [language] })).toBe(true)
  await change(stage, mirror.listed.slice(7, 16), { intro: 'Wolle' })
  expect(await verdictsOf(mirror)).toMatchObject([
    { rule: 'changed', field: 'intro', count: 16, apart: 7, examples: [{ before: 'Band' }, {}, {}] },
  ])
  await change(stage, mirror.listed.slice(15, 16), { intro: 'Band' })
  expect(await write()).toBe(true)
  await change(stage, mirror.listed.slice(16), { intro: 'Wolle' })
  expect(await write({ languages: [language] })).toBe(true)
})

test('a product run counts the held versions of other products', async ({ stage, mirror, jobs }) => {
  await change(stage, mirror.listed.slice(0, 6), { price: '1' })
  for (const gtin of mirror.listed.slice(0, 5))
    expect(await resync(mirror, jobs, [gtin])).toMatchObject({ state: 'done', counts: { held: 1 } })
  const { state, guards } = await resync(mirror, jobs, mirror.listed.slice(5, 6))
  expect({ state, guards }).toMatchObject({
    state: 'held',
    guards: [{ rule: 'outliers', count: 6, apart: 5 }],
  })
})
