import { describePlan } from '../../core/plan/describe-plan.ts'
import { plural } from '../../core/record/plural.ts'
import { isWaiting, workedMs, type Run } from '../../core/record/run.ts'
import { toCommandLines, toPlanHint, toSampleLines, toVerdictLines } from './held-lines.ts'
import { toPlain } from '../terminal/plain.ts'

/** The JSON object that `sync --json` and `status --json` print; `seconds` is the run's duration. */
export type Report = ReturnType<typeof toReport>

export function toReport(run: Run) {
  const { records, created, updated, unchanged, retired, restored, kept, absent, failed } = run.counts
  const { deferred, quarantined } = run.counts
  const planned = Object.values(run.planned).reduce((sum, count) => sum + count, 0)
  return {
    runId: run.id,
    state: run.state,
    records,
    created,
    updated,
    unchanged,
    retired,
    restored,
    kept,
    absent,
    held: run.counts.held + (run.state === 'held' ? planned : 0),
    failed,
    deferred,
    quarantined,
    ...(run.undoes !== undefined && { undoes: run.undoes, undone: run.counts.undone }),
    planned: run.planned,
    media: run.media,
    requests: run.requests,
    seconds: secondsOf(run),
    ...(run.planDigest !== undefined && { planDigest: run.planDigest }),
    ...(run.refusal !== undefined && run.state === 'held' && { refusal: run.refusal }),
    ...(run.supersededBy !== undefined && { supersededBy: run.supersededBy }),
    ...(run.samples.length > 0 && isWaiting(run) && { samples: run.samples }),
    ...(run.guards.length > 0 && { guards: run.guards.map(({ message }) => message) }),
    ...(run.unknownFields.length > 0 && { unknownFields: run.unknownFields }),
    ...(run.notes.length > 0 && { notes: run.notes }),
    ...(run.failure && { failure: run.failure }),
  }
}

/** A held run in `status --json`: what waits, since when, why, and the commands that end it. */
export function toHeldReport(run: Run) {
  const { runId, planned, planDigest, guards, refusal, samples } = toReport(run)
  return {
    runId,
    since: run.finishedAt ?? run.createdAt,
    planned,
    planDigest,
    guards,
    refusal,
    samples,
    approve: `product-mirror approve ${runId}`,
    cancel: `product-mirror cancel ${runId}`,
  }
}

/** The report as a few plain lines for people; `heldElsewhere`: what a held run waits for is told there. */
export function toLines(run: Run, { heldElsewhere = false } = {}): string[] {
  const { counts, media, requests } = run
  if (run.undoes !== undefined) return toUndoLines(run, run.undoes)
  const lines = [
    `Run ${run.id}: ${run.state}, ${countOf(counts.records, 'record')} in ${secondsOf(run)} s`,
    `  pages     ${counts.created} created, ${counts.updated} updated, ${counts.unchanged} unchanged, ${counts.retired} retired, ${counts.restored} restored`,
    `  media     ${media.uploaded} uploaded, ${media.reused} reused, ${media.failed} failed`,
    `  requests  ${requests.partner} to the partner; ${cmsRequests(requests)}, ${countOf(requests.cmsOther, 'other')}`,
  ]
  if (counts.absent > 0)
    lines.push(`  absent    ${countOf(counts.absent, 'record')} that the partner does not have`)
  if (counts.kept > 0)
    lines.push(`  kept      ${countOf(counts.kept, 'record')} where an editor’s work stays`)
  if (counts.held > 0)
    lines.push(
      `  held      ${countOf(counts.held, 'record that waits', 'records that wait')} for a person: suspiciously blank, or put on hold`,
    )
  if (counts.deferred > 0)
    lines.push(
      `  deferred  ${countOf(counts.deferred, 'record')} whose page is open in the editor, for a later run`,
    )
  if (counts.failed > 0)
    lines.push(
      `  failed    ${countOf(counts.failed, 'record: its page stays as it is', 'records: their pages stay as they are')}, the next run tries again`,
    )
  if (counts.quarantined > 0)
    lines.push(
      `  left      ${countOf(counts.quarantined, 'record')} in quarantine: failed too often (product-mirror status --failing)`,
    )
  if (run.unknownFields.length > 0)
    lines.push(`  unknown fields from the partner: ${run.unknownFields.join(', ')}`)
  for (const note of run.notes.slice(0, 10)) lines.push(`  note      ${note}`)
  if (run.supersededBy !== undefined) lines.push(`  plan      superseded by run ${run.supersededBy}`)
  if (run.state !== 'held' || !heldElsewhere) lines.push(...planLines(run))
  if (run.failure) lines.push(`  FAILED    ${run.failure.message}`)
  return lines.map(toPlain)
}

/** What a run waits with, why, and what to type; of one that waits no more what its guards had said. */
function planLines(run: Run): string[] {
  if (!isWaiting(run)) return toVerdictLines(run)
  const { planned, refusal, state, samples } = run
  return [
    `  would do  ${describePlan(planned) || 'nothing'}`,
    ...toPlanHint(run),
    ...(refusal !== undefined && state === 'held' ? [`  REFUSED   ${refusal}`] : []),
    ...toVerdictLines(run),
    ...toCommandLines(run),
    ...toSampleLines(samples),
  ]
}

function toUndoLines(run: Run, undoes: string): string[] {
  const { counts, requests } = run
  return [
    `Run ${run.id}: ${run.state}, put back what run ${undoes} wrote to ${countOf(counts.records, 'record')}, in ${secondsOf(run)} s`,
    `  pages     ${counts.undone} put back, ${counts.records - counts.undone - counts.failed} left as they are, ${counts.failed} failed`,
    `  requests  ${cmsRequests(requests)}`,
    ...(counts.undone > 0
      ? [
          `  from now  texts stay so until the partner changes the product; pages that were taken down or brought back, until they are released. Listed by: product-mirror decisions. To have the partner’s word back: product-mirror undo ${run.id}, or for one record: product-mirror resolve GTIN LANGUAGE release`,
        ]
      : []),
    ...run.notes.slice(0, 10).map((note) => `  note      ${note}`),
    ...(run.failure ? [`  FAILED    ${run.failure.message}`] : []),
  ].map(toPlain)
}

function cmsRequests({ cmsReads, cmsBatches }: Run['requests']): string {
  return `CMS: ${countOf(cmsReads, 'read')}, ${countOf(cmsBatches, 'batch', 'batches')}`
}

function countOf(count: number, one: string, many?: string): string {
  return `${count} ${plural(count, one, many)}`
}

function secondsOf(run: Run): number {
  return Math.round(workedMs(run, Date.now()) / 100) / 10
}
