import { plainText } from '../../core/report/reasons/reason-text.ts'
import type { FailingList, FailingRecord } from '../../core/decisions/quarantine.ts'
import { commandText } from '../../core/reasons/command.ts'
import { countOf, formatTime } from '../../core/text/format.ts'
import { plural } from '../../core/text/plural.ts'
import { recordId } from '../../core/record/record.ts'
import { toOneLine } from '../../lib/text/one-line.ts'
import { namedMirror } from '../terminal/named-mirror.ts'

/** The records that fail run after run, and how to retry those in quarantine. */
export function toFailingLines({ failing, quarantined }: FailingList): string[] {
  if (failing.length === 0) return ['No failing records.']
  const skipped = `${countOf(quarantined, 'record')} in quarantine: runs skip ${plural(quarantined, 'it', 'them')} until the time given.`
  const others = failing.some(({ nextTryAt }) => nextTryAt === undefined)
  if (quarantined === 0) return ['The next run retries these records:', ...failing.map(toLine)]
  const head = others ? `${skipped} The next run retries the others.` : skipped
  const all = commandText({ argv: ['retry'] }, namedMirror())
  const one = commandText({ argv: ['retry', 'GTIN', 'LANGUAGE'] }, namedMirror())
  const hint = `To retry all of them in the next run: ${all}; to retry one: ${one}`
  return [head, ...failing.map(toLine), hint]
}

function toLine(record: FailingRecord): string {
  const { count, since, nextTryAt, reasons } = record
  const until = nextTryAt === undefined ? '' : `, skipped until ${formatTime(nextTryAt)}`
  const runs = `in ${count} ${plural(count, 'run', 'runs in a row')} since ${formatTime(since)}`
  const when = count === 0 ? `on ${formatTime(since)} with many others` : runs
  return `  ${recordId(record)}  failed ${when}${until}: ${toOneLine(plainText(reasons))}`
}
