import { because } from '../../../helpers/content/reason-of.ts'
import { describe, expect } from 'vitest'
import { gtinCheckDigit } from '../../../../src/contracts/gtin.ts'
import { recordStates } from '../../../../src/core/report/record-state.ts'
import { readLastChanges } from '../../../../src/ops/pages/coverage/last-changes.ts'
import { drawPicture } from '../../../../src/ops/pages/coverage/coverage-picture.ts'
import { createSnapshots } from '../../../../src/store/records/snapshots.ts'
import { createTables } from '../../../../src/store/records/create-tables.ts'
import { createKeys } from '../../../../src/store/redis/keys.ts'
import { snapshotOf } from '../../../helpers/content/records.ts'
import { readFacts } from '../../../../src/sync/decisions/read-facts.ts'
import { readStates } from '../../../../src/sync/decisions/read-states.ts'
import { withOps } from '../../../helpers/ops.ts'
import { aProduct, aRun, opsApp, startOps } from '../../start-ops.ts'

const gtins = Array.from({ length: 120 }, (_, index) => {
  const head = String(402663900000 + index)
  return head + gtinCheckDigit(head)
})
const at = (index: number): string => gtins[index] ?? ''
const when = '2026-11-20T05:00:00.000Z'

const test = withOps(async (ops) => {
  const keys = createKeys('test')
  const run = aRun({ counts: { ...aRun().counts, created: 0, updated: 1, retired: 0 } })
  await ops.saveRun(run)
  const changed = { gtin: at(3), language: 'de', result: 'updated' } as const
  await ops.runs.saveOutcomes(run.id, [changed, { gtin: at(4), language: 'de', result: 'kept' }])
  for (const language of ['de', 'en']) {
    const some = language === 'de' ? gtins : gtins.slice(0, 60)
    await ops.writes.commit(
      run.id,
      some.map((gtin) => ({
        outcome: { gtin, language, result: 'unchanged' as const },
        snapshot: snapshotOf(aProduct(language, `Band ${gtin}`), {
          state: gtin === at(1) ? 'retired' : 'mirrored',
        }),
      })),
    )
  }
  await ops.runs.saveOutcomes(run.id, [changed])
  const tables = createTables(ops.redis, keys)
  const key = (index: number, language: string) => ({ gtin: at(index), language })
  const failing = { count: 3, since: when, runId: run.id, reasons: because('kaputt') }
  await tables.failing.save([
    { key: key(5, 'de'), value: failing },
    { key: key(119, 'fr'), value: failing },
  ])
  const conflict = { pageId: 1, link: '', runId: run.id, at: when, fields: [] }
  await tables.conflicts.save([
    { key: key(5, 'de'), value: conflict },
    { key: key(6, 'de'), value: conflict },
  ])
  const suspect = { digest: 'd', blanks: { code: 'name' as const }, runId: run.id, at: when }
  await tables.suspects.save([{ key: key(7, 'en'), value: suspect }])
  const undone = { kind: 'skip', at: when, by: 'undo', digest: 'd', reason: 'undone with run 1' } as const
  await tables.decisions.save([
    { key: key(8, 'de'), value: { kind: 'hold', at: when, by: 'olive', reason: '' } },
    { key: key(10, 'de'), value: undone },
    { key: key(9, 'de'), value: { kind: 'accept', at: when, by: 'olive', digest: 'd' } },
  ])
  const page = { pageId: 1, since: when }
  await tables.pageStates.save([
    { key: key(11, 'de'), value: { ...page, state: 'edited', edited: ['title'] } },
    { key: key(12, 'de'), value: { ...page, state: 'trashed', edited: [] } },
    { key: key(6, 'de'), value: { ...page, state: 'edited', edited: ['title'] } },
  ])
  await tables.failing.save([{ key: key(13, 'de'), value: { ...failing, nextTryAt: when } }])
  const asset = { url: 'https://partner.example/a.pdf', kind: 'pdf' } as const
  await tables.missingAssets.save([{ key: key(14, 'de'), value: { assets: [asset] } }])
  await createSnapshots(ops.redis, keys).countMisses(
    [key(15, 'de'), key(1, 'de')],
    { runId: run.id, at: 0, intervalMs: 0, place: 'partner' },
    false,
  )
  return undefined
}).extend(
  'page',
  ({ app }) =>
    async (query = '') =>
      (await app.inject(`/coverage${query}`)).body,
)

const rowsOf = (html: string): string[] =>
  [...html.matchAll(/<th scope="row"><a href="\/products\/(\d+)">/g)].map(([, gtin = '']) => gtin)

describe('the matrix', () => {
  test('shows the most severe state of each record', async ({ ops }) => {
    const { gtins: rows, languages, cells } = await readStates(ops.deps)
    const stateOf = (index: number, language: string) =>
      recordStates[cells[rows.indexOf(at(index)) * languages.length + languages.indexOf(language)] ?? 0]
    expect(rows).toEqual(gtins)
    expect(languages).toEqual(['de', 'en', 'fr'])
    const found = [0, 1, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15].map((index) => stateOf(index, 'de'))
    expect(found).toEqual([
      'up-to-date',
      'retired',
      'up-to-date',
      'up-to-date',
      'failing',
      'conflict',
      'held',
      'update-pending',
      'held',
      'edited',
      'trashed',
      'quarantined',
      'missing-asset',
      'absent',
    ])
    expect([stateOf(7, 'en'), stateOf(70, 'en'), stateOf(119, 'fr'), stateOf(0, 'fr')]).toEqual([
      'held',
      'none',
      'failing',
      'none',
    ])
  })

  test('marks what a pending plan would change', async ({ ops }) => {
    const planned = { create: 0, update: 0, restore: 0, retire: 1 }
    const held = aRun({ id: '2026-11-20-7', state: 'held', planned })
    await ops.saveRun(held)
    const retires = { pageId: 1, reason: 'left the catalogue' } as const
    await ops.plans.save(held.id, [{ gtin: at(0), language: 'de', kind: 'retire', ...retires }])
    const { cells } = await readStates(ops.deps)
    expect(recordStates[cells[0] ?? 0]).toBe('update-pending')
    expect(await readLastChanges(ops.deps)).toMatchObject({ pending: true, count: 1 })
    const [facts] = await readFacts(ops.deps, [{ gtin: at(0), language: 'de' }])
    expect(facts?.planned).toEqual({ runId: held.id, kind: 'retire', reason: 'left the catalogue' })
  })
})

describe('the diagram', () => {
  test('draws every cell that is not up to date once, and links to the rows', async ({ ops }) => {
    const matrix = await readStates(ops.deps)
    const { bands, perColumn } = drawPicture(matrix, 50)
    expect({ perColumn, columns: bands.map(({ columns }) => columns) }).toEqual({
      perColumn: 1,
      columns: [120],
    })
    const drawn = new Map(bands[0]?.shapes.map(({ state, path }) => [state, areaOf(path)]))
    const counted = recordStates.map((_, code) => matrix.cells.filter((cell) => cell === code).length)
    for (const [code, state] of recordStates.entries())
      expect([state, drawn.get(state) ?? 0]).toEqual([state, state === 'up-to-date' ? 0 : counted[code]])
    expect(bands[0]?.links.map(({ x, width, page: to }) => [x, width, to])).toEqual([
      [0, 50, 1],
      [50, 50, 2],
      [100, 20, 3],
    ])
    expect(bands[0]?.links[0]?.label).toBe(
      `${at(0)} to ${at(49)}: 1 failing, 1 quarantined, 1 conflict, 1 trashed, 3 held, 1 missing asset, 2 update pending, 1 absent, 1 edited, 86 up to date, 2 retired`,
    )
  })

  test('of a large mirror merges columns and keeps the most severe state', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => String(index).padStart(13, '0'))
    const cells = new Uint8Array(many.length).fill(recordStates.indexOf('up-to-date'))
    cells[9_998] = recordStates.indexOf('failing')
    const { bands, perColumn } = drawPicture({ gtins: many, languages: ['de'], cells }, 50)
    expect([perColumn, bands.length]).toEqual([5, 4])
    expect(bands.at(-1)?.shapes).toEqual([{ state: 'failing', path: 'M499 0h1v1h-1z' }])
    expect(bands.flatMap(({ links }) => links).length).toBeLessThanOrEqual(40)
  })
})

describe('the table', () => {
  test('shows each state and links to the product', async ({ page }) => {
    const html = await page()
    expect(rowsOf(html)).toEqual(gtins.slice(0, 50))
    expect(html).toContain(
      `<a class="cell state-failing" href="/products/${at(5)}?language=de"><span>failing</span></a>`,
    )
    expect(html).toContain(`Band ${at(0)}`)
    expect(html).toContain('1 to 50 of 120')
    expect(rowsOf(await page('?page=3'))).toEqual(gtins.slice(100))
    expect(rowsOf(await page('?page=99'))).toEqual(gtins.slice(100))
  })

  test('is filtered by state, language and the first digits of a GTIN', async ({ page }) => {
    expect(rowsOf(await page('?state=failing'))).toEqual([at(5), at(119)])
    expect(rowsOf(await page('?state=failing&language=de&gtin='))).toEqual([at(5)])
    expect(rowsOf(await page('?state=deleted'))).toEqual([])
    expect(rowsOf(await page(`?gtin=${at(77).slice(0, 12)}`))).toEqual([at(77)])
    expect(await page('?state=conflict&language=en')).toContain('No matching products')
  })

  test('rejects an unknown state and lists the allowed ones', async ({ app }) => {
    const answer = await app.inject('/coverage?state=broken')
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining('conflict')])
  })
})

test('the coverage page links to the overview when nothing is mirrored', async () => {
  const fresh = await startOps()
  const app = opsApp(fresh.deps)
  expect((await app.inject('/coverage')).body).toContain('No records are mirrored yet')
  await app.close()
  await fresh.close()
})

/** The number of cells that a path covers. */
function areaOf(path: string): number {
  const sizes = [...path.matchAll(/h(\d+)v(\d+)/g)].map(([, width, height]) => Number(width) * Number(height))
  return sizes.reduce((sum, size) => sum + size, 0)
}
