import { plural } from '../../core/record/plural.ts'

/** Records that wait for something, by what for. */
export type Waiting = {
  conflicts: number
  suspects: number
  decisions: number
  deferred: number
  failing: number
  quarantined: number
}

/** One line for each thing that waits, with where to read more. */
export function toWaitingLines(waiting: Waiting): string[] {
  const { conflicts, suspects, decisions, deferred, failing, quarantined } = waiting
  const lines: [number, string][] = [
    [conflicts, 'where editor and partner both changed a page: product-mirror decisions'],
    [suspects, 'whose new version is held back for its blanks: product-mirror decisions'],
    [decisions, 'held, put back by undo, or ordered: product-mirror decisions'],
    [deferred, 'whose page is open in the editor, left for a later run'],
    [failing - quarantined, 'that failed in the last run: product-mirror status --failing'],
    [quarantined, 'in quarantine, failed too often: product-mirror status --failing'],
  ]
  return lines
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${plural(count, 'record')} ${what}`)
}
