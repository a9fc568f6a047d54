import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Outcome, PlannedKind } from '../../../../src/core/run/change.ts'
import { recordId, type RecordKey } from '../../../../src/core/record/record.ts'
import { whats, type RunIndex } from '../../../../src/core/views/run-index.ts'
import { breakDown } from '../../../../src/sync/views/run-index/break-down.ts'
import { createIndexBuilder } from '../../../../src/sync/runs/run-index/build-index.ts'
import { keysAt, selectEntries } from '../../../../src/sync/views/run-index/select-entries.ts'

const gtins = ['0000000000017', '4006381333931', '4026632884258', '4026639012340']
const languages = ['fr-fr', 'de-de', 'en-gb']
const fields = ['price', 'intro', 'name']

const results = ['failed', 'kept', 'updated', 'created'] as const
const kinds = ['create', 'update', 'retire'] as const
const record = { gtin: fc.constantFrom(...gtins), language: fc.constantFrom(...languages) }
const someFields = fc.subarray(fields)
const anyOutcome: fc.Arbitrary<Outcome> = fc.record({
  ...record,
  result: fc.constantFrom(...results),
  fields: someFields,
  kept: someFields,
})
type Planned = RecordKey & { kind: PlannedKind; fields: string[] }
const anyPlanned: fc.Arbitrary<Planned> = fc.record({
  ...record,
  kind: fc.constantFrom(...kinds),
  fields: someFields,
})
type Row = RecordKey & { what: string; fields: string[] }

/** The last result of each record, as a plain list. */
function rowsOf(outcomes: readonly Outcome[], plans: readonly Planned[]): Row[] {
  const rows = new Map<string, Row>()
  for (const { gtin, language, result, fields: own = [], kept = [] } of outcomes)
    rows.set(recordId({ gtin, language }), {
      gtin,
      language,
      what: result,
      fields: [...new Set([...own, ...kept])],
    })
  for (const { kind, ...row } of plans) rows.set(recordId(row), { ...row, what: kind })
  return [...rows.values()]
}

function indexOf(outcomes: readonly Outcome[], plans: readonly Planned[] = [], most?: number): RunIndex {
  const builder = createIndexBuilder('sync', most)
  for (const outcome of outcomes) builder.addOutcome(outcome)
  for (const change of plans) builder.addPlanned(change)
  return builder.build()
}

const none = { what: undefined, language: undefined, field: undefined, text: undefined, why: undefined }
const noSearch = { searchTexts: { findProducts: async () => new Set<number>() } } as never
const listOf = async (index: RunIndex, filter: Partial<typeof none> | object = {}): Promise<string[]> =>
  keysAt(index, await selectEntries(noSearch, index, { ...none, ...filter })).map(recordId)

const anyRun = fc.tuple(fc.array(anyOutcome, { maxLength: 40 }), fc.array(anyPlanned, { maxLength: 20 }))

describe('the index of a run', () => {
  test('has the last result of each record once, and counts as a plain list does', () => {
    fc.assert(
      fc.property(anyRun, ([outcomes, plans]) => {
        const rows = rowsOf(outcomes, plans)
        const counted = breakDown(indexOf(outcomes, plans))
        expect(counted.total).toBe(rows.length)
        for (const { what, count } of counted.whats)
          expect([what, count]).toEqual([what, rows.filter((row) => row.what === what).length])
        for (const { language, counts } of counted.languages)
          for (const [at, { what }] of counted.whats.entries())
            expect(counts[at]).toBe(
              rows.filter((row) => row.language === language && row.what === what).length,
            )
        const byField = fields
          .map((field) => [field, rows.filter((row) => row.fields.includes(field)).length] as const)
          .filter(([, count]) => count > 0)
        expect(new Map(counted.fields)).toEqual(new Map(byField))
      }),
    )
  })

  test('is filtered as a plain list is, by kind, language, field and part of a GTIN', async () => {
    const filters = fc.record(
      {
        what: fc.constantFrom(...results, ...kinds),
        language: fc.constantFrom(...languages, 'xx'),
        field: fc.constantFrom(...fields),
        text: fc.constantFrom('40263', '0000000000017', '8881'),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(anyRun, filters, async ([outcomes, plans], filter) => {
        const { what, language, field, text } = filter
        const fitting = rowsOf(outcomes, plans).filter(
          (row) =>
            (what === undefined || row.what === what) &&
            (language === undefined || row.language === language) &&
            (field === undefined || row.fields.includes(field)) &&
            (text === undefined || row.gtin.includes(text)),
        )
        expect((await listOf(indexOf(outcomes, plans), filter)).sort()).toEqual(fitting.map(recordId).sort())
      }),
    )
  })

  test('lists the records of a product together, products that need a decision first', async () => {
    await fc.assert(
      fc.asyncProperty(anyRun, async ([outcomes, plans]) => {
        const rows = new Map(rowsOf(outcomes, plans).map((row) => [recordId(row), row]))
        const listed = await listOf(indexOf(outcomes, plans))
        const products = listed.map((id) => id.slice(0, 13))
        const ranks = listed.map((id) => whats.findIndex((what) => what === rows.get(id)?.what))
        const firsts = ranks.filter((_, at) => products[at] !== products[at - 1])
        expect(firsts).toEqual(firsts.toSorted((a, b) => a - b))
        expect(firsts.length).toBe(new Set(products).size)
      }),
    )
  })

  test('shows that a run has more records than it may hold', () => {
    const outcomes = gtins.map((gtin): Outcome => ({ gtin, language: 'de-de', result: 'updated' }))
    expect(indexOf(outcomes, [], 5).cut).toBe(false)
    expect(indexOf(outcomes, [], 4).cut).toBe(true)
  })

  test('finds nothing for a reason that no record has', async () => {
    const index = indexOf([{ gtin: gtins[0] ?? '', language: 'de-de', result: 'updated' }])
    expect(await listOf(index, { why: 'elsewhere' })).toEqual([])
  })
})
