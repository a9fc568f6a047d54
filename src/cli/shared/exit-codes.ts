import { ConfigError, UnreachableError, UnusableError } from '../../lib/errors.ts'
import { problemExitCodes } from '../../core/views/problem-kinds.ts'
import type { Run } from '../../core/run/run.ts'

/** The documented exit codes. */
export const exitCodes = {
  done: 0,
  error: 1,
  changesPending: 2,
  someFailed: 3,
  held: 4,
  partnerUnusable: 5,
  cmsUnusable: 6,
  /** Also a usage error: an unknown command, option or run, or a run in the wrong state. */
  badConfiguration: 7,
  otherRunActive: 8,
  drift: 9,
  cancelled: 10,
} as const

const byUpstream = {
  partner: exitCodes.partnerUnusable,
  cms: exitCodes.cmsUnusable,
  config: exitCodes.badConfiguration,
  redis: exitCodes.error,
} as const

export function exitCodeOf(run: Run): number {
  switch (run.state) {
    case 'done':
      return Object.values(run.findings ?? {}).some((count) => count > 0) ? exitCodes.drift : exitCodes.done
    case 'planned':
      if (Object.values(run.planned).some((count) => count > 0)) return exitCodes.changesPending
      return run.counts.failed + run.counts.notPlanned > 0 ? exitCodes.someFailed : exitCodes.done
    case 'partial':
      return exitCodes.someFailed
    case 'held':
      return exitCodes.held
    case 'failed':
      return byUpstream[run.failure?.cause ?? 'redis']
    case 'superseded':
      return run.samePlanAs === undefined ? exitCodes.cancelled : exitCodes.held
    case 'cancelled':
      return exitCodes.cancelled
    case 'planning':
    case 'writing':
      return exitCodes.otherRunActive
  }
}

/** From the worst; the others mean that all is well, or only that changes are pending. */
const byGravity: readonly number[] = [...problemExitCodes, exitCodes.cancelled, exitCodes.changesPending]

/** The worst of several exit codes. */
export function worstOf(codes: readonly number[]): number {
  return byGravity.find((code) => codes.includes(code)) ?? exitCodes.done
}

export function exitCodeOfError(error: unknown): number {
  if (error instanceof ConfigError) return exitCodes.badConfiguration
  if (error instanceof UnusableError || error instanceof UnreachableError) return byUpstream[error.upstream]
  return exitCodes.error
}
