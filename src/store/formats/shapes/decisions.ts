import { PendingDecision } from '../../../core/decisions/pending-decision.ts'
import { Conflict } from '../../../core/page/conflict.ts'
import { BlankedVersion } from '../../../core/decisions/blanked-version.ts'
import { defineShape, secondVersion } from '../define-shape.ts'
import { upgradeBlanks } from '../upgrades/text-reasons.ts'

/** Version 3 of these shapes added mapped fields; version 4 of decisions added undone fields. */
export const decisionShape = defineShape<PendingDecision>('decision', PendingDecision, {
  ...secondVersion,
  version: 4,
})

export const conflictShape = defineShape<Conflict>('conflict', Conflict, {
  ...secondVersion,
  version: 3,
  told: ['link'],
})

export const suspectShape = defineShape<BlankedVersion>('blank version', BlankedVersion, {
  // Version 3 added unusual values.
  version: 3,
  upgrade: upgradeBlanks,
  told: ['blanks', 'changes'],
})
