import type { Finding } from '../../page/finding.ts'
import { commandClause } from '../../reasons/command.ts'
import type { Repair } from '../../reasons/finding-reasons.ts'
import {
  findingSentences,
  repairSentences,
  type FindingReasonWith,
  type RepairWith,
} from './finding-sentences.ts'

/** A finding in words, with the commands that help; `mirror`: one of several mirrors. */
export function findingText(finding: Finding, mirror: string | undefined): string {
  const words = wordsOf(finding.reason, finding)
  if (typeof words === 'string') return words
  const clauses = words.commands.map((command) => commandClause(command, mirror))
  return clauses.length === 0 ? words.text : `${words.text}. ${clauses.join('; ')}`
}

/** How a finding was repaired, in words. */
export function repairText<C extends Repair['code']>(repair: RepairWith<C>): string {
  return repairSentences[repair.code](repair)
}

function wordsOf<C extends Finding['reason']['code']>(reason: FindingReasonWith<C>, finding: Finding) {
  return findingSentences[reason.code](reason, finding)
}
