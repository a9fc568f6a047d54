import { listCounts } from '../../core/report/format.ts'
import type { Run } from '../../core/record/run.ts'

/** What the last verify found, for `status --json`; undefined when there was none. */
export function toVerifyReport(runs: readonly Run[]) {
  const run = runs.find(({ kind, findings, finishedAt }) => kind === 'verify' && findings && finishedAt)
  if (run === undefined) return undefined
  const { id: runId, finishedAt, findings = {}, repaired = {} } = run
  return { runId, at: finishedAt, findings, repaired }
}

/** The same in one line. */
export function toVerifyLines(runs: readonly Run[]): string[] {
  const report = toVerifyReport(runs)
  if (report === undefined) return []
  const { runId, at = '', findings, repaired } = report
  const [found, fixed] = [listCounts(findings), listCounts(repaired)]
  const parts = [
    found === '' ? 'no drift found' : `drift found: ${found} (product-mirror verify)`,
    ...(fixed === '' ? [] : [`${fixed} repaired`]),
  ]
  return [`Last verify ${runId}, ${at.slice(0, 10)}: ${parts.join('; ')}`]
}
