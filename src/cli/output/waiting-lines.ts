import { countOf } from '../../core/report/format.ts'

/** Records that wait, by what they wait for. */
export type Waiting = {
  conflicts: number
  suspects: number
  decisions: number
  deferred: number
  failing: number
  quarantined: number
}

/** One line for each group of waiting records, with the command that lists them. */
export function toWaitingLines(waiting: Waiting): string[] {
  const { conflicts, suspects, decisions, deferred, failing, quarantined } = waiting
  const lines: [number, string][] = [
    [conflicts, 'changed by both editor and partner: product-mirror decisions'],
    [suspects, 'held because fields were emptied: product-mirror decisions'],
    [decisions, 'on hold, put back by undo, or with a decision to apply: product-mirror decisions'],
    [deferred, 'deferred to a later run: the page is open in the editor'],
    [failing - quarantined, 'failed in the last run: product-mirror status --failing'],
    [quarantined, 'in quarantine after repeated failures: product-mirror status --failing'],
  ]
  return lines.filter(([count]) => count > 0).map(([count, what]) => `${countOf(count, 'record')} ${what}`)
}
