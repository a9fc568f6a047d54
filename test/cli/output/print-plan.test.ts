import { because } from '../../helpers/content/reason-of.ts'
import { PassThrough } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Change } from '../../../src/core/run/change.ts'
import { createStores, type Stores } from '../../../src/store/stores.ts'
import { printPlan, type PlanFormat } from '../../../src/cli/output/print-plan.ts'
import { toReport } from '../../../src/cli/json/run-report.ts'
import { printFor } from '../../../src/cli/terminal/named-mirror.ts'
import { productOf, snapshotOf } from '../../helpers/content/records.ts'
import { runOf } from '../../helpers/sync/runs.ts'
import { screenOf } from '../../helpers/browser/screen.ts'
import { openTestStore, type TestStore } from '../../store/open-test-store.ts'
import { refusedFor, retireVerdict } from '../../helpers/sync/guards.ts'

let store: TestStore
/** Without a pager. */
const env = { PAGER: '' }
let stores: Stores
beforeAll(async () => {
  store = await openTestStore()
  stores = createStores(store.redis, store.freshKeys(), { claimMs: 0 })
  const { plans, runs, writes } = stores
  await plans.save(run.id, changes)
  const acknowledged = (gtin: string) => ({
    outcome: { gtin, language, result: 'created' as const },
    snapshot: snapshotOf(productOf({ gtin, name: 'Band', price: null })),
  })
  await writes.commit('2026-11-19-1', [acknowledged('2'), acknowledged('4')])
  await runs.saveOutcomes(run.id, [
    { gtin: '6', language, result: 'failed', reasons: because('length is "abc"\u001b[2J') },
    { gtin: '5', language, result: 'held', reasons: because('suspiciously *blank*') },
    { gtin: '7', language, result: 'quarantined', reasons: because('known already') },
  ])
  await plans.save(
    large.id,
    Array.from({ length: 1203 }, (_, index) => create(String(1000 + index))),
  )
})
afterAll(() => store.close())
beforeEach(() => {
  vi.stubEnv('FORCE_COLOR', undefined)
  return () => vi.unstubAllEnvs()
})

const language = 'de-de'
const wanted = (name: string, price = '12.5') => ({ product: productOf({ name, price }), digest: 'd' })
const create = (gtin: string, name = 'Band'): Change => ({ gtin, language, kind: 'create', ...wanted(name) })
const changes: Change[] = [
  create('1', 'Band | „breit“\n\u001b[2Jweg'),
  { gtin: '1', language: 'en-gb', kind: 'restore', pageId: 3, ...wanted('Tape') },
  {
    gtin: '2',
    language,
    kind: 'update',
    pageId: 2,
    fields: ['name', 'price', 'template'],
    ...wanted('Kleber'),
  },
  // Its snapshot is lost.
  { gtin: '3', language, kind: 'update', pageId: 5, fields: ['name', 'decision'], ...wanted('Folie') },
  { gtin: '4', language, kind: 'retire', pageId: 4, reason: 'left the catalogue' },
]
const reason =
  'Would retire 9 of 10 pages (90.0 %, limit 5 pages or 5.0 %). Check that the catalogue and the language list are complete.'
const commands = [
  '  approve   product-mirror approve 2026-11-20-1',
  '  discard   product-mirror cancel 2026-11-20-1',
]
const summary = '1 to create, 2 to update, 1 to restore, 1 to retire; 0 unchanged, 0 failed'
const sentence =
  'Dry run 2026-11-20-1 planned 1 retirement, 2 updates, 1 new page, 1 return. Nothing has been written.'
const run = runOf('2026-11-20-1', {
  kind: 'plan',
  state: 'planned',
  planned: { create: 1, update: 2, restore: 1, retire: 1 },
  guards: [retireVerdict(9, 10)],
})
const large = runOf('2026-11-20-2', { planned: { create: 1203, update: 0, restore: 0, retire: 0 } })
const none = runOf('2026-11-20-3', { state: 'done', finishedAt: '2026-11-20T04:00:01.000Z' })

async function printed(of: typeof run, format: PlanFormat): Promise<string> {
  const out = new PassThrough()
  const all = textOf(out)
  await printPlan(stores, of, { format, out, env })
  out.end()
  return all
}

test('a plan as text has each change with old and new values, the records left unchanged, the counts, and the guards', async () => {
  expect((await printed(run, 'text')).split('\n')).toEqual([
    '+ 1 de-de  Band | „breit“ [2Jweg',
    '^ 1 en-gb  Tape: back at the partner',
    '~ 2 de-de  Kleber',
    '    name   Band → Kleber',
    '    price  (none) → 12.5',
    '    because the template or the labels changed',
    '~ 3 de-de  Folie',
    '    because name; a decision was applied',
    '- 4 de-de  Band: left the catalogue',
    'Left unchanged:',
    '  held      5/de-de: suspiciously *blank*',
    '  failed    6/de-de: length is "abc" [2J',
    `Plan 2026-11-20-1: ${summary}`,
    `Would be held: ${reason}`,
    ...commands,
    '',
  ])
})

test('a plan as Markdown has a table that no name can break, and the fields as diffs below it', async () => {
  expect((await printed(run, 'markdown')).split('\n')).toEqual([
    '# Dry run 2026-11-20-1',
    '',
    `${sentence} ${summary}.`,
    '',
    `> Would be held: ${reason}`,
    '',
    '| product | language | change | what |',
    '|---|---|---|---|',
    '| 1 | de-de | create | Band \\| „breit“ \\[2Jweg |',
    '| 1 | en-gb | restore | Tape: back at the partner |',
    '| 2 | de-de | update | Kleber (name, price, template) |',
    '| 3 | de-de | update | Folie (name, decision) |',
    '| 4 | de-de | retire | Band: left the catalogue |',
    '',
    '## 2/de-de Kleber',
    '',
    '```diff',
    '@@ name @@',
    '- Band',
    '+ Kleber',
    '@@ price @@',
    '- (none)',
    '+ 12.5',
    '@@ because the template or the labels changed @@',
    '```',
    '',
    '## 3/de-de Folie',
    '',
    '```diff',
    '@@ because name @@',
    '@@ because a decision was applied @@',
    '```',
    '',
    '## Left unchanged',
    '',
    '- held: 5/de-de: suspiciously \\*blank\\*',
    '- failed: 6/de-de: length is "abc" \\[2J',
    '',
    ...commands.map((line) => `    ${line.trim()}`),
    '',
  ])
})

test.each<[PlanFormat, string]>([
  ['text', `Approval refused: pages moved\nHeld: ${reason}\n`],
  ['markdown', `\n> Approval refused: pages moved\n\n> Held: ${reason}\n`],
])('a held plan as %s shows why it is held', async (format, expected) => {
  expect(await printed({ ...run, state: 'held', refusal: refusedFor('pages moved') }, format)).toContain(
    expected,
  )
})

test('a plan as JSON is one object on one line: report, changes with whole values, and records left unchanged', async () => {
  const json = await printed({ ...run, finishedAt: '2026-11-20T04:00:01.000Z' }, 'json')
  expect(json.trim().split('\n')).toHaveLength(1)
  expect(JSON.parse(json)).toEqual({
    ...toReport({ ...run, finishedAt: '2026-11-20T04:00:01.000Z' }),
    changes: [
      { gtin: '1', language, kind: 'create', name: 'Band | „breit“\n\u001b[2Jweg' },
      { gtin: '1', language: 'en-gb', kind: 'restore', pageId: 3, name: 'Tape' },
      {
        gtin: '2',
        language,
        kind: 'update',
        pageId: 2,
        name: 'Kleber',
        fields: ['name', 'price', 'template'],
        diffs: [
          { field: 'name', before: 'Band', after: 'Kleber' },
          { field: 'price', before: '', after: '12.5' },
        ],
      },
      {
        gtin: '3',
        language,
        kind: 'update',
        pageId: 5,
        name: 'Folie',
        fields: ['name', 'decision'],
        diffs: [],
      },
      { gtin: '4', language, kind: 'retire', pageId: 4, name: 'Band', reason: 'left the catalogue' },
    ],
    left: [
      { gtin: '5', language, result: 'held', reason: 'suspiciously *blank*' },
      { gtin: '6', language, result: 'failed', reason: 'length is "abc"\u001b[2J' },
    ],
  })
})

describe('of one of several mirrors', () => {
  beforeEach(() => {
    printFor('brand-a')
    return () => printFor(undefined)
  })
  const refused = { ...run, refusal: { code: 'other-plan' } as const }

  test.each<PlanFormat>(['text', 'markdown'])('the commands of a plan as %s name it', async (format) => {
    const text = await printed({ ...refused, state: 'held' }, format)
    expect(text).toContain('new plan  product-mirror sync --mirror brand-a\n')
    expect(text).toContain('discard   product-mirror cancel --mirror brand-a 2026-11-20-1\n')
  })

  test('a plan as JSON starts with it, and its guards name it', async () => {
    const read: unknown = JSON.parse(await printed(run, 'json'))
    expect(read).toMatchObject({
      mirror: 'brand-a',
      guards: [expect.stringMatching(/product-mirror approve --mirror brand-a 2026-11-20-1$/)],
    })
  })
})

test('a plan of many changes is printed in full and in order', async () => {
  const lines = (await printed(large, 'text')).split('\n').filter((line) => line.startsWith('+ '))
  expect(lines).toHaveLength(1203)
  expect(lines.toSorted()).toEqual(lines)
})

test('on a terminal the numbers and the guards stay visible after the pager has ended', async () => {
  const { screen, written } = screenOf({ isTTY: true, columns: 200 })
  await printPlan(stores, run, { format: 'text', out: screen, env: { ...process.env, PAGER: 'true' } })
  expect(written.join('').split('\n')).toEqual([
    `Plan 2026-11-20-1: ${summary}`,
    `Would be held: ${reason}`,
    ...commands,
    '',
  ])
})

test('the reader of a plan may stop early', async () => {
  const out = new PassThrough()
  out.once('data', () => out.destroy(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })))
  await expect(printPlan(stores, large, { format: 'text', out, env })).resolves.toBeUndefined()
})

test('any other output error of a plan is reported', async () => {
  const out = new PassThrough()
  out.once('data', () => out.destroy(new Error('disk full')))
  await expect(printPlan(stores, large, { format: 'text', out, env })).rejects.toThrow('disk full')
})

test('on a narrow terminal the lines of a plan break at blanks and continue below their text', async () => {
  const { screen, written } = screenOf({ isTTY: true, columns: 40 })
  await printPlan(stores, run, { format: 'text', out: screen, env })
  const lines = written.join('').split('\n')
  expect(lines.filter((line) => line.length > 40)).toEqual([])
  expect(lines).toEqual(expect.arrayContaining(['  held      5/de-de: suspiciously', '            *blank*']))
})

test('colours mark old and new values if the terminal supports colours', async () => {
  const { screen, written } = screenOf({ isTTY: true, columns: 80, colours: true })
  await printPlan(stores, run, { format: 'text', out: screen, env })
  expect(written.join('')).toContain('name   \u001b[31mBand\u001b[39m → \u001b[32mKleber\u001b[39m\n')
})

describe('a plan without changes', () => {
  const nothing = 'no changes; 0 unchanged, 0 failed'
  test.each<[PlanFormat, string]>([
    ['text', `Plan 2026-11-20-3: ${nothing}\n`],
    ['markdown', '# Run 2026-11-20-3\n\nRun 2026-11-20-3 finished without changes.\n'],
    ['json', `${JSON.stringify({ ...toReport(none), changes: [], left: [] })}\n`],
  ])('is printed as %s', async (format, expected) => {
    expect(await printed(none, format)).toBe(expected)
  })
})
