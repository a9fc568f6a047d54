import { whyOf, type HistoryEntry } from '../../core/decisions/history.ts'
import { toPlain } from '../terminal/plain.ts'

const heads = ['time (UTC)', 'language', 'what', 'fields', 'version', 'run', 'why'] as const

/** A product’s history as a table, one line per entry. */
export function toTable(entries: readonly HistoryEntry[]): string[] {
  const rows = [heads, ...entries.map(toRow)]
  const widths = heads.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

function toRow(entry: HistoryEntry): string[] {
  const { at, language, result, fields = [], kept = [], before, after, runId, trigger } = entry
  const left = kept.filter((field) => !fields.includes(field))
  return [
    at.slice(0, 19).replace('T', ' '),
    language,
    result,
    [...fields, ...(left.length > 0 ? [`(kept: ${left.join(', ')})`] : [])].join(', '),
    versionsOf(before, after),
    `${runId} (${trigger})`,
    toPlain(whyOf(entry)),
  ]
}

/** Enough of a digest to distinguish versions. */
const short = (digest: string): string => digest.slice(0, 7)

function versionsOf(before: string | undefined, after: string | undefined): string {
  if (after === undefined) return before === undefined ? '' : `${short(before)} →`
  return before === undefined ? `→ ${short(after)}` : `${short(before)} → ${short(after)}`
}
