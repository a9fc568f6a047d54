import { approvalTime, isWaiting, type Run } from '../run/run.ts'
import { guardText } from './guard-text.ts'
import { nextCommand } from '../run/plan-commands.ts'
import { refusalText } from './refusal-text.ts'
import { formatTime } from '../text/format.ts'

/** An obstacle to applying a plan: a refused approval, or a guard with its numbers and limit. */
export type Obstacle = { kind: 'refused' | 'held' | 'wouldHold' | 'passed'; text: string }

/** Why a plan waits; for a plan that no longer waits, the verdicts of its guards. */
export function obstaclesOf(run: Run, mirror: string | undefined): Obstacle[] {
  const { state, refusal, guards } = run
  const waits = isWaiting(run)
  const approvedAt = approvalTime(run)
  const approval = approvedAt === undefined ? 'in advance' : `at ${formatTime(approvedAt)}`
  const over = run.approved && !waits ? ` Approved ${approval}.` : ''
  const kind = state === 'held' ? 'held' : waits ? 'wouldHold' : 'passed'
  return [
    ...(waits && refusal !== null
      ? [{ kind: 'refused' as const, text: refusalText(refusal, run, mirror) }]
      : []),
    ...guards.map(
      (verdict) => ({ kind, text: guardText(verdict, waits ? 'would' : 'was', mirror) + over }) as const,
    ),
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

/** Whether a plan with changes waits and can be approved, that is, no refusal requires a new plan. */
export function canBeApproved(run: Run): boolean {
  return isWaiting(run) && hasChanges(run) && nextCommand(run).argv[0] === 'approve'
}

/** The start of the plan's digest, long enough to distinguish plans. */
export function shortDigest({ planDigest }: Pick<Run, 'planDigest'>): string | undefined {
  return planDigest?.slice(0, 12)
}
