import type { Run } from '../../core/record/run.ts'

/** What the last comparison of the CMS with the snapshots found, for `status --json`; undefined: there was none. */
export function toVerifyReport(runs: readonly Run[]) {
  const run = runs.find(({ kind, findings, finishedAt }) => kind === 'verify' && findings && finishedAt)
  if (run === undefined) return undefined
  const { id: runId, finishedAt, findings = {}, repaired = {} } = run
  return { runId, at: finishedAt, findings, repaired }
}

/** The same in one line for people. */
export function toVerifyLines(runs: readonly Run[]): string[] {
  const report = toVerifyReport(runs)
  if (report === undefined) return []
  const { runId, at = '', findings, repaired } = report
  const [found, done] = [countsOf(findings), countsOf(repaired)]
  const parts = [
    found === '' ? 'every page as the mirror left it' : `${found} to look at: product-mirror verify`,
    ...(done === '' ? [] : [`${done} repaired`]),
  ]
  return [`Last verify ${runId}, ${at.slice(0, 10)}: ${parts.join('; ')}`]
}

function countsOf(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ')
}
