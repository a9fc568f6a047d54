import { z } from 'zod'
import { FindingReport } from '../../core/report/findings/finding-report.ts'
import { ofMirror } from './of-mirror.ts'
import { RunState, type Run } from '../../core/run/run.ts'

/** A verify that has compared the pages. */
export const VerifyReport = z.strictObject({
  ...ofMirror,
  runId: z.string(),
  state: RunState,
  findings: z.array(FindingReport).describe('The findings that need an operator.'),
  repaired: z.array(FindingReport),
  known: z.array(FindingReport).describe('The findings on records that are held, or listed as a conflict.'),
})

const counts = z.record(z.string(), z.int())

/** The findings of the last verify, counted by kind. */
export const LastVerify = z.strictObject({
  runId: z.string(),
  at: z.string(),
  findings: counts,
  repaired: counts,
})
type LastVerify = z.infer<typeof LastVerify>

/** The findings of the last verify; undefined without one. */
export function toLastVerify(runs: readonly Run[]): LastVerify | undefined {
  for (const { id, kind, finishedAt, findings, repaired = {} } of runs)
    if (kind === 'verify' && findings !== undefined && finishedAt !== undefined)
      return { runId: id, at: finishedAt, findings, repaired }
  return undefined
}
