import type { Run } from './run.ts'
import type { Refusal } from '../reasons/refusal.ts'
import type { Command } from '../reasons/command.ts'

/** The commands that end the wait of a plan. */
export function planCommands({ id }: Pick<Run, 'id'>): { approve: Command; cancel: Command } {
  return {
    approve: { lead: 'If this is wanted', argv: ['approve', id] },
    cancel: { lead: 'To discard it', argv: ['cancel', id] },
  }
}

/** The command that continues a waiting plan: its approval, or the command after a refusal. */
export function nextCommand(run: Pick<Run, 'id' | 'kind' | 'refusal'>): Command {
  return run.refusal === null ? planCommands(run).approve : commandAfter(run.refusal, run)
}

/** The command after a refusal: a new plan, or the approval again. */
export function commandAfter(refusal: Refusal, { id, kind }: Pick<Run, 'id' | 'kind'>): Command {
  if (nextAfter(refusal) === 'plan')
    return { lead: 'Make a new plan', argv: kind === 'verify' ? ['verify', '--repair'] : ['sync'] }
  const lead = refusal.code === 'unchecked' ? 'Try again later' : 'Once fixed, run'
  return { lead, argv: ['approve', id] }
}

function nextAfter(refusal: Refusal): 'plan' | 'approve' {
  switch (refusal.code) {
    case 'changed':
    case 'other-plan':
    case 'empty-part':
      return 'plan'
    case 'unchecked':
    case 'check-failed':
      return 'approve'
    case 'text':
      return refusal.next
  }
}
