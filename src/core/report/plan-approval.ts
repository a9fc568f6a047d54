import { withoutApproval } from '../plan/guards.ts'
import { approvalTime, isWaiting, type Run } from '../record/run.ts'
import { commandText, type Command } from '../reasons/command.ts'
import { formatTime } from './format.ts'

/** An obstacle to applying a plan: a refused approval, or a guard with its numbers and limit. */
export type Obstacle = { kind: 'refused' | 'held' | 'wouldHold' | 'passed'; text: string }

/** Why a plan waits; for a plan that no longer waits, the verdicts of its guards. */
export function obstaclesOf(run: Run): Obstacle[] {
  const { state, refusal, guards } = run
  const waits = isWaiting(run)
  const approvedAt = approvalTime(run)
  const approval = approvedAt === undefined ? 'in advance' : `at ${formatTime(approvedAt)}`
  const over = run.approved && !waits ? ` Approved ${approval}.` : ''
  const kind = state === 'held' ? 'held' : waits ? 'wouldHold' : 'passed'
  return [
    ...(waits && refusal !== undefined ? [{ kind: 'refused' as const, text: refusal }] : []),
    ...guards.map(({ message }) => {
      const text = withoutApproval(message)
      return { kind, text: waits ? text : text.replace(/^Would /, 'The plan was to ') + over } as const
    }),
  ]
}

/** The first words of each kind of obstacle. */
export const obstacleHeads: Readonly<Record<Obstacle['kind'], string>> = {
  refused: 'Approval refused:',
  held: 'Held:',
  wouldHold: 'Would be held:',
  passed: 'Guard:',
}

export function hasChanges({ planned }: Pick<Run, 'planned'>): boolean {
  return Object.values(planned).some((count) => count > 0)
}

/** The command at the end of a refusal; undefined if the approval was not refused. */
export function commandAfterRefusal({ refusal }: Pick<Run, 'refusal'>): string | undefined {
  if (refusal === undefined) return undefined
  return /product-mirror (?:sync|verify --repair|approve \S+)$/.exec(refusal)?.[0] ?? 'product-mirror sync'
}

/** Whether a plan with changes waits and can be approved, that is, no refusal requires a new plan. */
export function canBeApproved(run: Run): boolean {
  const next = commandAfterRefusal(run)
  return (
    isWaiting(run) &&
    hasChanges(run) &&
    (next === undefined || next === commandText(planCommands(run).approve))
  )
}

/** The start of the plan's digest, long enough to distinguish plans. */
export function shortDigest({ planDigest }: Pick<Run, 'planDigest'>): string | undefined {
  return planDigest?.slice(0, 12)
}

/** The commands that end the wait of a plan. */
export function planCommands({ id }: Pick<Run, 'id'>): { approve: Command; cancel: Command } {
  return {
    approve: { lead: 'If this is wanted', argv: ['approve', id] },
    cancel: { lead: 'To discard it', argv: ['cancel', id] },
  }
}
