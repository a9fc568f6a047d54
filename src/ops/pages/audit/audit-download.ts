import type { AuditRow } from '../../../sync/ports/stored.ts'
import { toJson } from '../../../lib/text/json.ts'
import { csvLine } from '../run/run-csv.ts'

export const auditFormats = ['csv', 'json'] as const

const columns = ['id', 'at', 'by', 'from', 'via', 'action', 'subject', 'done', 'result'] as const

type Write = (groups: AsyncIterable<AuditRow[]>) => AsyncIterable<string>

/** Writes the audit log as text, in groups of entries. */
export const writeAuditAs: Readonly<Record<(typeof auditFormats)[number], Write>> = {
  async *csv(groups) {
    // Without a byte order mark, spreadsheets assume the local code page.
    yield `\uFEFF${csvLine(columns)}`
    for await (const entries of groups)
      yield entries
        .map((entry) =>
          csvLine(columns.map((column) => (column === 'done' ? (entry.done ? 'yes' : 'no') : entry[column]))),
        )
        .join('')
  },

  async *json(groups) {
    yield '{"entries":['
    let comma = ''
    for await (const entries of groups)
      for (const entry of entries) {
        yield `${comma}\n${toJson(entry)}`
        comma = ','
      }
    yield '\n]}\n'
  },
}
