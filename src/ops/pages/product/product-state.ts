import { plainWhyOf } from '../../../core/report/history.ts'
import { causesOf, isCalm, stateOf } from '../../../core/report/record-state.ts'
import type { RecordFacts } from './product-facts.ts'

/** Explains a record's state, in one sentence for each reason. */
export function reasonsOf(facts: RecordFacts): string[] {
  const told = causesOf(facts).filter(({ state }) => !isCalm(state) || state === 'edited')
  const also = [explainWrite(facts), explainAbsence(facts)].filter((text) => text !== undefined)
  return [...told.map(({ cause }) => cause), ...also]
}

function explainWrite({ last, writtenBy }: RecordFacts): string | undefined {
  if (writtenBy === undefined) return undefined
  const why = last?.runId === writtenBy.id ? `: ${plainWhyOf(last)}` : ''
  return `Written by the last run, ${writtenBy.id}${why}.`
}

/** Why a record has no public page, according to its history. */
function explainAbsence(facts: RecordFacts): string | undefined {
  const { last } = facts
  const state = stateOf(facts)
  if (state !== 'none' && state !== 'retired') return undefined
  const why = last ? plainWhyOf(last).replace(/\.$/, '') : ''
  const [rest] = causesOf(facts)
  if (why === '') return rest?.cause
  return state === 'none' ? `No page: ${why}.` : rest?.cause.replace(/\.$/, `: ${why}.`)
}
