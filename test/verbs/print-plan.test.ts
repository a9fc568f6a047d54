import { PassThrough } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Change } from '../../src/core/change.ts'
import { createPlans } from '../../src/store/plans.ts'
import { printPlan, type PlanFormat } from '../../src/verbs/print-plan.ts'
import { toReport } from '../../src/verbs/report.ts'
import type { Plans } from '../../src/sync/ports/plans.ts'
import { productOf } from '../helpers/records.ts'
import { runOf } from '../helpers/runs.ts'
import { openTestStore, type TestStore } from '../store/open-test-store.ts'

let store: TestStore
let plans: Plans
beforeAll(async () => {
  store = await openTestStore()
  plans = createPlans(store.redis, store.freshKeys())
  await plans.save(run.id, changes)
  await plans.save(
    large.id,
    Array.from({ length: 1203 }, (_, index) => create(String(index))),
  )
})
afterAll(() => store.close())

const language = 'de-de'
const wanted = (name: string) => ({ product: productOf({ name }), digest: 'd' })
const create = (gtin: string, name = 'Band'): Change => ({ gtin, language, kind: 'create', ...wanted(name) })
const changes: Change[] = [
  create('1', 'Band | „breit“\n\u001b[2Jweg'),
  { gtin: '2', language, kind: 'update', pageId: 2, fields: ['name', 'price'], ...wanted('Kleber') },
  { gtin: '3', language, kind: 'restore', pageId: 3, ...wanted('Folie') },
  { gtin: '4', language, kind: 'retire', pageId: 4, reason: 'left the catalogue' },
]
const message = 'Would retire 9 of 10 pages. If this is wanted: product-mirror approve 2026-11-20-1'
const run = runOf('2026-11-20-1', {
  kind: 'plan',
  state: 'planned',
  planned: { create: 1, update: 1, restore: 1, retire: 1 },
  guards: [{ guard: 'retire', count: 9, of: 10, limit: 5, share: 0.9, message }],
})
const large = runOf('2026-11-20-2', { planned: { create: 1203, update: 0, restore: 0, retire: 0 } })
const none = runOf('2026-11-20-3', { finishedAt: '2026-11-20T04:00:01.000Z' })

async function printed(of: typeof run, format: PlanFormat): Promise<string> {
  const out = new PassThrough()
  const all = textOf(out)
  await printPlan(plans, of, format, out)
  out.end()
  return all
}

test('as text: a line for each change, the numbers, and what would be held', async () => {
  expect((await printed(run, 'text')).split('\n')).toEqual([
    '+ 1 de-de  Band | „breit“ [2Jweg',
    '~ 2 de-de  Kleber (name, price)',
    '^ 3 de-de  Folie',
    '- 4 de-de  left the catalogue',
    'Plan 2026-11-20-1: 1 to create, 1 to update, 1 to restore, 1 to retire; 0 unchanged, 0 not readable',
    `Would be held: ${message}`,
    '',
  ])
})

test('as Markdown: a table that no name breaks', async () => {
  expect((await printed(run, 'markdown')).split('\n')).toEqual([
    '# Plan 2026-11-20-1',
    '',
    '1 to create, 1 to update, 1 to restore, 1 to retire; 0 unchanged, 0 not readable',
    '',
    '| product | language | change | what |',
    '|---|---|---|---|',
    '| 1 | de-de | create | Band \\| „breit“ [2Jweg |',
    '| 2 | de-de | update | Kleber (name, price) |',
    '| 3 | de-de | restore | Folie |',
    '| 4 | de-de | retire | left the catalogue |',
    '',
    `> ${message}`,
    '',
  ])
})

test('as JSON: the report and the changes in one object on one line', async () => {
  const json = await printed({ ...run, finishedAt: '2026-11-20T04:00:01.000Z' }, 'json')
  expect(json.trim().split('\n')).toHaveLength(1)
  expect(JSON.parse(json)).toEqual({
    ...toReport({ ...run, finishedAt: '2026-11-20T04:00:01.000Z' }),
    changes: [
      { gtin: '1', language, kind: 'create', name: 'Band | „breit“\n\u001b[2Jweg' },
      { gtin: '2', language, kind: 'update', name: 'Kleber', fields: ['name', 'price'] },
      { gtin: '3', language, kind: 'restore', name: 'Folie' },
      { gtin: '4', language, kind: 'retire', reason: 'left the catalogue' },
    ],
  })
})

test('a plan of many changes is printed whole, in order', async () => {
  const lines = (await printed(large, 'text')).split('\n').filter((line) => line.startsWith('+ '))
  expect(lines).toHaveLength(1203)
  expect(new Set(lines).size).toBe(1203)
})

describe('a plan of nothing', () => {
  const summary = '0 to create, 0 to update, 0 to restore, 0 to retire; 0 unchanged, 0 not readable'
  test.each<[PlanFormat, string]>([
    ['text', `Plan 2026-11-20-3: ${summary}\n`],
    ['markdown', `# Plan 2026-11-20-3\n\n${summary}\n`],
    ['json', `${JSON.stringify({ ...toReport(none), changes: [] })}\n`],
  ])('is said as %s', async (format, expected) => {
    expect(await printed(none, format)).toBe(expected)
  })
})
