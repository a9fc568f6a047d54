import type { GuardVerdict } from '../../../src/core/reasons/guard-verdict.ts'
import type { Refusal } from '../../../src/core/reasons/refusal.ts'

/** The verdict on `count` retirements of `of` mirrored pages, with the default limit of 5 %. */
export function retireVerdict(count: number, of: number): GuardVerdict {
  const limit = Math.max(5, Math.floor(of * 0.05))
  return { guard: 'retire', count, of, limit, share: count / of, own: count, apart: 0, maxShare: 0.05 }
}

/** A refused approval that requires a new plan, as an earlier version stored it. */
export function refusedFor(text: string): Refusal {
  return { code: 'text', text, next: 'plan' }
}
