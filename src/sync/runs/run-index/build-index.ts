import { plainWhyOf } from '../../../core/report/history.ts'
import { inGeneral } from '../../../core/report/reasons/show.ts'
import type { Outcome, PlannedKind } from '../../../core/run/change.ts'
import type { RecordKey } from '../../../core/record/record.ts'
import type { Run } from '../../../core/run/run.ts'
import { digestOf } from '../../../core/text/digest.ts'
import { whats, type ReasonGroup, type RunIndex, type What } from '../../../core/views/run-index.ts'
import { createRows } from './index-rows.ts'

type Planned = RecordKey & { kind: PlannedKind; fields: readonly string[] }

/** About 20 MB. */
const mostRecords = 1_000_000

const codes: ReadonlyMap<What, number> = new Map(whats.map((what, code) => [what, code]))

/** Collects the records of a run; a planned change replaces the outcome of its record. */
export function createIndexBuilder(kind: Run['kind'], most = mostRecords) {
  const rows = createRows()
  const languages = createPlaces<string>((language) => language)
  const fieldSets = createPlaces<readonly string[]>((fields) => fields.join('\n'))
  const groups = createGroups(kind)
  const add = ({ gtin, language }: RecordKey, what: What, group: number, fields: readonly string[]): void =>
    rows.add([
      Number(gtin),
      languages.placeOf(language),
      codes.get(what) ?? 0,
      group,
      fieldSets.placeOf(fields),
    ])
  return {
    isFull: () => rows.count() >= most,
    addOutcome: (outcome: Outcome): void =>
      add(outcome, outcome.result, groups.placeOf(outcome), fieldsOf(outcome)),
    addPlanned: (planned: Planned): void => add(planned, planned.kind, 0, planned.fields),
    build(): RunIndex {
      const found = languages.all()
      const sorted = [...found].sort()
      const columns = rows.sorted(found.map((language) => sorted.indexOf(language)))
      const tables = { languages: sorted, groups: groups.all(), fieldSets: fieldSets.all() }
      return { ...columns, cut: rows.count() >= most, ...tables }
    },
  }
}

/** The fields that were written, kept or are in conflict. */
function fieldsOf({ fields = [], kept = [], conflicts = [] }: Outcome): readonly string[] {
  return kept.length + conflicts.length === 0 ? fields : [...new Set([...fields, ...kept, ...conflicts])]
}

/** Numbers equal values by their first appearance. */
function createPlaces<T>(keyOf: (value: T) => string) {
  const places = new Map<string, number>()
  const values: T[] = []
  return {
    placeOf(value: T): number {
      const key = keyOf(value)
      const known = places.get(key)
      if (known !== undefined) return known
      places.set(key, values.length)
      return values.push(value) - 1
    },
    all: () => values,
  }
}

/** Groups outcomes by reason, without what differs between records: 0 without a reason, or else the position + 1. */
function createGroups(kind: Run['kind']) {
  const byText = new Map<string, number>()
  const byId = createPlaces<ReasonGroup>(({ id }) => id)
  return {
    placeOf({ gtin, language, result, fields, reasons }: Outcome): number {
      const example = { gtin, language, result, ...(fields && { fields }), ...(reasons && { reasons }) }
      const entry = { ...example, kind }
      const text = plainWhyOf(entry)
      const known = byText.get(text)
      if (known !== undefined) return known
      const general = plainWhyOf(entry, inGeneral)
      if (general === '') {
        byText.set(text, 0)
        return 0
      }
      const before = byId.all().length
      const place = byId.placeOf({ id: digestOf(general).slice(0, 10), example, isAlike: true })
      // A second text in a group that exists already.
      const group = byId.all()[place]
      if (group !== undefined && place < before) group.isAlike = false
      byText.set(text, place + 1)
      return place + 1
    },
    all: () => byId.all(),
  }
}
