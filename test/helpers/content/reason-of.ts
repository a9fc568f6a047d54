import type { SimpleReason } from '../../../src/core/reasons/reason.ts'
import { reasonText } from '../../../src/core/report/reasons/reason-text.ts'
import type { Outcome } from '../../../src/core/run/change.ts'

/** The reasons of an outcome in words, with the commands that help; undefined without reasons. */
export function reasonOf(outcome: Outcome | undefined): string | undefined {
  return outcome?.reasons && reasonText(outcome, outcome.reasons)
}

/** Reasons that consist of one text. */
export function because(text: string): SimpleReason[] {
  return [{ code: 'text', text }]
}
