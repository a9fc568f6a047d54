import { markdownColumns, markdownRow, markdownSection, type Section } from '../../core/report/markdown.ts'
import { hideSecrets } from '../../lib/text/secrets.ts'

/** The parts of a report on a run; only the head is required. */
type Parts<Change> = {
  head: string
  changes: () => AsyncIterable<Change>
  /** A table of all changes in front of their sections, for which they are read twice instead of kept in memory. */
  table?: { columns: readonly string[]; rowOf: (change: Change) => readonly string[] }
  sectionOf: (change: Change) => Section | undefined
  rest: Iterable<Section> | AsyncIterable<Section>
}

/** Writes a report as Markdown without secrets, in parts of at most one change. */
export async function* writeMarkdown<Change>(parts: Parts<Change>): AsyncIterable<string> {
  for await (const part of partsOf(parts)) yield hideSecrets(part)
}

async function* partsOf<Change>({ head, changes, table, sectionOf, rest }: Parts<Change>) {
  yield head
  if (table !== undefined) {
    let lead = `\n${markdownColumns(table.columns)}`
    for await (const change of changes()) {
      yield lead + markdownRow(table.rowOf(change))
      lead = ''
    }
  }
  for await (const change of changes()) {
    const section = sectionOf(change)
    if (section !== undefined) yield markdownSection(section)
  }
  for await (const section of rest) yield markdownSection(section)
}
