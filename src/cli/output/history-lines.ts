import { whyOf, type HistoryEntry, type ProductHistory } from '../../core/report/history.ts'
import { causesOf, isCalm, nameOfState, stateOf, type StateFacts } from '../../core/report/record-state.ts'
import { nameOfField } from '../../core/merge/page-fields.ts'
import { countOf, formatTime } from '../../core/text/format.ts'
import { toOneLine } from '../../lib/text/one-line.ts'
import { namedMirror } from '../terminal/named-mirror.ts'

/** A product’s pages, and its changes and errors, newest first. */
export function toHistoryLines(
  gtin: string,
  { pages, entries }: ProductHistory,
  facts: readonly StateFacts[],
): string[] {
  const now = pages.flatMap(({ language, pageId, runId, writtenAt }, at) => {
    const known = facts[at] ?? {}
    const state = stateOf(known)
    const why = isCalm(state) && state !== 'edited' ? [] : causesOf(known).map(({ cause }) => `    ${cause}`)
    const written = `written at ${formatTime(writtenAt)} by run ${runId}`
    return [`  ${language}  page ${pageId}, ${nameOfState(state)}; ${written}`, ...why.map(toOneLine)]
  })
  const past =
    entries.length > 0 ? ['', ...entries.flatMap(toLines)] : ['No changes or failures in the last 90 days.']
  return [`Product ${gtin}: ${countOf(pages.length, 'page')}`, ...now, ...past]
}

function toLines(entry: HistoryEntry): string[] {
  const { at, language, result, fields = [], kept = [], before, after, runId, trigger, part } = entry
  const left = kept.filter((field) => !fields.includes(field)).map(nameOfField)
  const changed = [...fields, ...(left.length > 0 ? [`(kept: ${left.join(', ')})`] : [])].join(', ')
  const version = before === undefined && after === undefined ? '' : `, ${short(before)} → ${short(after)}`
  return [
    [formatTime(at), language, result, changed].join('  ').trimEnd(),
    `    run ${runId} (${[trigger, ...(part === undefined ? [] : [part])].join('; ')})${version}: ${toOneLine(whyOf(entry, namedMirror()))}`,
  ]
}

/** Enough of a digest to distinguish versions. */
function short(digest = 'none'): string {
  return digest.slice(0, 7)
}
