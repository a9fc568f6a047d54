import type { Outcome } from './change.ts'

/** One thing that happened to a record, with the run in which it did. */
export type HistoryEntry = Outcome & {
  at: string
  runId: string
  kind: 'sync' | 'plan' | 'rebuild' | 'verify' | 'undo'
  trigger: 'cli' | 'schedule' | 'api'
}

/** Why a record's page was changed, or left alone, in one line for people. */
export function whyOf({ kind, result, fields, reason }: HistoryEntry): string {
  const cause = causeOf(kind, result, fields)
  return [cause, reason].filter((part) => part !== undefined).join('; ')
}

function causeOf(
  kind: HistoryEntry['kind'],
  result: Outcome['result'],
  fields: readonly string[] | undefined,
): string | undefined {
  if (kind === 'verify') return 'repaired by verify'
  if (kind === 'undo') return 'asked for by a person'
  if (result === 'restored') return 'back at the partner'
  if (result === 'created') return 'new at the partner'
  if (result !== 'updated') return undefined
  if (fields === undefined) return 'the page stood in the CMS already'
  const partners = fields.filter((field) => field !== 'template')
  return [
    ...(partners.length > 0 ? ['the partner changed it'] : []),
    ...(fields.includes('template') ? ['the template or the labels changed'] : []),
  ].join('; ')
}
