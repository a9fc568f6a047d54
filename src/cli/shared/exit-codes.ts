import { ConfigError, UnreachableError, UnusableError } from '../../lib/errors.ts'
import type { Run } from '../../core/record/run.ts'

/** The documented exit codes. */
export const exitCodes = {
  done: 0,
  error: 1,
  changesPending: 2,
  someFailed: 3,
  held: 4,
  partnerUnusable: 5,
  cmsUnusable: 6,
  /** Also bad use: a verb or an option that is not there, a run that is unknown or that nothing can be done to. */
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

/** The exit code that a run's end stands for. */
export function exitCodeOf(run: Run): number {
  switch (run.state) {
    case 'done':
      return Object.values(run.findings ?? {}).some((count) => count > 0) ? exitCodes.drift : exitCodes.done
    case 'planned':
      return Object.values(run.planned).some((count) => count > 0) ? exitCodes.changesPending : exitCodes.done
    case 'partial':
      return exitCodes.someFailed
    case 'held':
      return exitCodes.held
    case 'failed':
      return byUpstream[run.failure?.cause ?? 'redis']
    case 'cancelled':
    case 'superseded':
      return exitCodes.cancelled
    case 'planning':
    case 'writing':
      return exitCodes.otherRunActive
  }
}

/** The exit code that an error stands for. */
export function exitCodeOfError(error: unknown): number {
  if (error instanceof ConfigError) return exitCodes.badConfiguration
  if (error instanceof UnusableError || error instanceof UnreachableError) return byUpstream[error.upstream]
  return exitCodes.error
}
