import { expect } from 'vitest'
import { guardText } from '../../../src/core/report/guard-text.ts'
import { findDecisions } from '../../../src/sync/decisions/list-decisions.ts'
import { resolveMany } from '../../../src/sync/decisions/resolve-many.ts'
import { resolveRecord } from '../../../src/sync/decisions/resolve-record.ts'
import { approve, hold } from '../../helpers/sync/held-plan.ts'
import type { Mirror, Stage } from '../../helpers/sync/sync-deps.ts'
import { rowOf } from '../../helpers/sync/mapped-site.ts'
import { apply, go, outcomesOf, plan, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const language = 'de-de'
const test = withMirror({
  gtins: 40,
  languages: language,
  mirror: { policy: { maxUpdateShare: 1 }, guards: {} },
}).extend('ready', { auto: true }, async ({ stage, mirror }) => {
  await change(stage, mirror.listed, { price: '100', intro: 'Band' })
  await sync(mirror)
  await stage.mock.zeroStats()
})

async function change({ mock }: Stage, gtins: readonly string[], fields: Record<string, unknown>) {
  await Promise.all(gtins.map((gtin) => mock.patchProduct(gtin, '*', fields)))
}

const acceptAll = async (mirror: Mirror) =>
  resolveMany(mirror, await findDecisions(mirror, { kind: 'values' }), { choice: 'accept', by: 'olive' }, go)

test('three prices of a hundredth hold their records, and the others are written', async ({
  stage,
  mirror,
}) => {
  const cheap = mirror.listed.slice(0, 3)
  await change(stage, mirror.listed, { intro: 'Filz' })
  await change(stage, cheap, { price: '1' })
  const { run, verdicts, outcomes } = await sync(mirror)
  expect(verdicts).toEqual([])
  expect(run.counts).toMatchObject({ held: 3, updated: 37 })
  const held = [...outcomes.values()].filter(({ result }) => result === 'held')
  expect(held.map(({ gtin }) => gtin).sort()).toEqual(cheap.toSorted())
  expect(held[0]?.reason).toMatch(/^price drops by 99\.0 % from 100 to 1 \(limit 50 %\): the page is left/)

  const [one = ''] = cheap
  const accepted = await resolveRecord(mirror, { gtin: one, language }, { choice: 'accept', by: 'olive' }, go)
  expect(accepted.ok).toBe(true)
  expect((await sync(mirror)).run.counts).toMatchObject({ held: 2, updated: 1 })
  await acceptAll(mirror)
  expect((await sync(mirror)).run.counts).toMatchObject({ held: 0, updated: 2 })
  expect((await sync(mirror)).run.counts).toMatchObject({ held: 0, updated: 0, unchanged: 40 })
})

test('an accepted version is held again if the partner changes the product first', async ({
  stage,
  mirror,
}) => {
  const [one = ''] = mirror.listed
  await change(stage, [one], { price: '1' })
  await sync(mirror)
  await acceptAll(mirror)
  await change(stage, [one], { price: '2' })
  expect((await sync(mirror)).run.counts).toMatchObject({ held: 1, updated: 0 })
})

test('a fifth of the prices hold the plan, until an operator accepts all of them', async ({
  stage,
  mirror,
}) => {
  await change(stage, mirror.listed.slice(0, 8), { price: '1' })
  const { runId, verdicts, planned } = await plan(mirror)
  expect(planned).toMatchObject({ update: 0 })
  expect(verdicts).toMatchObject([
    { guard: 'values', rule: 'outliers', field: 'price', count: 8, of: 40, limit: 5 },
  ])
  expect(verdicts[0] && guardText(verdicts[0], 'would', undefined)).toMatch(
    /^Values of price break a rule in 8 of 40 records \(20\.0 %, limit 5 records or 5\.0 %\): \d{13}\/de-de 100 → 1, .*, …\. Check/,
  )
  await mirror.runs.update(runId, { state: 'failed' })
  await acceptAll(mirror)
  const { run, verdicts: left } = await sync(mirror)
  expect(left).toEqual([])
  expect(run.counts).toMatchObject({ updated: 8, held: 0 })
})

test('a field that becomes empty in more than a fifth of the records holds the plan', async ({
  stage,
  mirror,
}) => {
  await change(stage, mirror.listed.slice(0, 8), { intro: '' })
  const first = await plan(mirror)
  expect(first).toMatchObject({ verdicts: [], planned: { update: 8 } })
  await mirror.runs.update(first.runId, { state: 'failed' })
  // A held record counts, too.
  await change(stage, mirror.listed.slice(8, 9), { intro: '', price: '1' })
  const { runId, verdicts, planned } = await plan(mirror)
  expect(planned).toMatchObject({ update: 8 })
  expect(verdicts).toMatchObject([
    {
      guard: 'values',
      rule: 'emptied',
      field: 'intro',
      count: 9,
      examples: [{ before: 'Band', after: '' }, {}, {}],
    },
  ])
  await mirror.runs.update(runId, { state: 'failed' })
})

test('a new page outside the bounds is held until it is accepted', async ({ stage }) => {
  const strict = stage.openMirror({ guards: { fields: { price: { min: 50 } } } })
  const [one = ''] = strict.listed
  await change(stage, [one], { price: '1' })
  const first = await plan(strict)
  expect(first.planned).toMatchObject({ create: 39 })
  expect((await outcomesOf(strict, first.runId)).get(`${one}/${language}`)?.reason).toMatch(
    /^price is 1, which is below the minimum of 50/,
  )
  await strict.runs.update(first.runId, { state: 'failed' })
  expect((await acceptAll(strict)).done).toHaveLength(1)
  expect((await plan(strict)).planned).toMatchObject({ create: 40 })
})

test('a column of the catalogue has rules, which hold a record until it is accepted', async ({ stage }) => {
  const column = (name: string) => ({ source: { kind: 'column' as const, column: name } })
  const map = {
    rows: [rowOf('excerpt', 'gtin', column('preis')), rowOf('title', 'gtin', column('category'))],
  }
  const guards = { fields: { 'catalog.preis': { maxDrop: 30 }, 'catalog.category': { maxChanged: 10 } } }
  const mirror = stage.openMirror({ map, guards, policy: { maxUpdateShare: 1 } })
  mirror.listed = mirror.listed.slice(0, 10)
  const show = (preis: string, gtins: readonly string[]) => {
    for (const gtin of mirror.listed) mirror.columns.set(gtin, { preis: '1.200,50 €', category: 'Tapes' })
    for (const gtin of gtins) mirror.columns.set(gtin, { preis, category: 'Tapes' })
  }
  show('', [])
  await sync(mirror)
  const [one = '', ...others] = mirror.listed
  show('12,50 €', [one])
  const { run, outcomes } = await sync(mirror)
  expect(run.counts).toMatchObject({ held: 1, updated: 0 })
  expect(outcomes.get(`${one}/${language}`)?.reason).toMatch(
    /^catalog\.preis drops by 99\.0 % from 1200\.5 € to 12\.5 € \(limit 30 %\): the page is left/,
  )
  await acceptAll(mirror)
  expect((await sync(mirror)).run.counts).toMatchObject({ held: 0, updated: 1 })

  // An unreadable number breaks no rule, and is reported.
  show('on request', [one])
  const unread = await sync(mirror)
  expect(unread.run.counts).toMatchObject({ held: 0, updated: 1 })
  expect(unread.run.oddities.map(({ phrase }) => phrase)).toContain(
    'catalog.preis "on request" cannot be read as a number, so GUARDS does not check it',
  )
  for (const gtin of others.slice(0, 6)) mirror.columns.set(gtin, { preis: '1.200,50 €', category: 'Glue' })
  const { verdicts, runId } = await plan(mirror)
  expect(verdicts.map((verdict) => guardText(verdict, 'would', undefined))).toEqual([
    expect.stringMatching(
      /^Values of catalog\.category change in 6 of 10 records .*: \d{13}\/de-de Tapes → Glue, /,
    ),
  ])
  await mirror.runs.update(runId, { state: 'failed' })
})

test('a plan of held records alone stays held, counts those of the next run, and can be approved', async ({
  stage,
  mirror,
}) => {
  await change(stage, mirror.listed.slice(0, 8), { price: '1' })
  const held = await hold(mirror)
  expect(await mirror.runs.read(held)).toMatchObject({ state: 'held', guards: [{ count: 8 }] })
  await change(stage, mirror.listed.slice(8, 10), { price: '1' })
  const again = await hold(mirror)
  expect(await mirror.runs.read(again)).toMatchObject({ state: 'superseded', samePlanAs: held })
  expect(await mirror.runs.read(held)).toMatchObject({ state: 'held', guards: [{ count: 10 }] })
  expect(await approve(mirror, held)).toMatchObject({ passed: true })
  const { run } = await apply(mirror, held)
  expect(run).toMatchObject({ state: 'done', counts: { updated: 0 } })
})
