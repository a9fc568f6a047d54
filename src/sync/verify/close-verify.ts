import type { Repair } from '../../core/reasons/finding-reasons.ts'
import type { Note } from '../../core/reasons/note.ts'
import type { Outcome } from '../../core/run/change.ts'
import { findingId, isDrift, type Finding, type FindingKind } from '../../core/page/finding.ts'
import { digestOf } from '../../core/text/digest.ts'
import { recordId } from '../../core/record/record.ts'
import type { Run } from '../../core/run/run.ts'
import { inChunks } from '../../lib/chunks.ts'
import { addNotes } from '../runs/add-notes.ts'
import type { SyncDeps } from '../deps.ts'

/** Saves how each finding of a verify run was repaired, and counts the findings by kind. */
export async function closeVerify(deps: SyncDeps, runId: string, signal: AbortSignal): Promise<void> {
  const outcomes = await readOutcomes(deps, runId)
  const parents = await deps.parents.read()
  const counts: Record<'findings' | 'repaired', Record<string, number>> = { findings: {}, repaired: {} }
  const known = { hold: 0, conflict: 0 }
  const counted = new Set<string>()
  for await (const scanned of deps.findings.scan(runId)) {
    const page = scanned.filter((finding) => !counted.has(findingId(finding)))
    for (const finding of page) counted.add(findingId(finding))
    const trashed = await trashedDuplicates(deps, page, signal)
    const repaired = page.flatMap((finding): Finding[] => {
      const how = repairFrom(finding, outcomes, parents, trashed)
      return how === undefined ? [] : [{ ...finding, repaired: how }]
    })
    await deps.findings.save(runId, repaired)
    const ids = new Set(repaired.map(findingId))
    for (const finding of page) {
      const target = ids.has(findingId(finding)) ? counts.repaired : counts.findings
      if (finding.known !== undefined) known[finding.known]++
      else target[finding.kind] = (target[finding.kind] ?? 0) + 1
    }
  }
  await addNotes(deps, runId, knownNotes(known))
  await deps.runs.update(runId, counts)
  await deps.findings.clear(runId, false)
}

/**
 * Sends a notice about the drift that an unattended verify run found, once for each change of it. The same drift every
 * week needs no second notice.
 */
export async function notifyDrift(deps: SyncDeps, run: Run): Promise<void> {
  if (run.state !== 'done') return
  const ids = new Set<string>()
  for await (const findings of deps.findings.scan(run.id))
    for (const finding of findings) if (isDrift(finding)) ids.add(findingId(finding))
  const digest = digestOf([...ids].sort())
  // The user of the command line has read the result; the end of a drift is saved even so.
  if (run.trigger === 'cli' && ids.size > 0) return
  if (digest === (await deps.findings.readNotified())) return
  if (ids.size > 0) await deps.notify(run)
  await deps.findings.saveNotified(digest)
}

function knownNotes({ hold, conflict }: { hold: number; conflict: number }): Note[] {
  return [
    ...(conflict > 0 ? [{ code: 'known-conflicts' as const, count: conflict }] : []),
    ...(hold > 0 ? [{ code: 'known-holds' as const, count: hold }] : []),
  ]
}

async function readOutcomes(deps: SyncDeps, runId: string): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>()
  for await (const some of deps.runs.scanOutcomes(runId))
    for (const outcome of some) outcomes.set(recordId(outcome), outcome)
  return outcomes
}

/** Ids of the duplicates that are in the trash now. */
async function trashedDuplicates(
  deps: SyncDeps,
  findings: readonly Finding[],
  signal: AbortSignal,
): Promise<Set<number>> {
  const ids = findings.filter(({ kind }) => kind === 'duplicate').map(({ pageId }) => pageId)
  const trashed = new Set(ids)
  for (const group of inChunks(ids, 100)) {
    const { pages, unreadable } = await deps.cms.readAddresses(group, signal)
    for (const { id, status } of pages) if (status !== 'trash') trashed.delete(id)
    for (const id of unreadable.keys()) trashed.delete(id)
  }
  return trashed
}

/** How a finding was repaired; undefined if it was not. */
function repairFrom(
  finding: Finding,
  outcomes: ReadonlyMap<string, Outcome>,
  parents: Readonly<Record<string, number>>,
  trashed: ReadonlySet<number>,
): Repair | undefined {
  const { kind, pageId } = finding
  if ('path' in finding) {
    const now = parents[finding.path]
    return now === undefined || now === pageId ? undefined : { code: 'recreated', pageId: now }
  }
  if (kind === 'duplicate') return trashed.has(pageId) ? { code: 'trashed' } : undefined
  const outcome = outcomes.get(recordId(finding))
  if (outcome === undefined) return undefined
  const { result, pageId: now } = outcome
  if (kind === 'missing') {
    if (now === undefined) return undefined
    if (result === 'created') return { code: 'recreated', pageId: now }
    return onKnownPage.has(result) ? { code: 'adopted', pageId: now } : undefined
  }
  return result === 'updated' ? repairs[kind] : undefined
}

/** Results of a record that has a page. */
const onKnownPage: ReadonlySet<Outcome['result']> = new Set(['updated', 'unchanged', 'kept'])

/** How an update repairs a finding. */
const repairs: Partial<Record<FindingKind, Repair>> = {
  stale: { code: 'written' },
  file: { code: 'uploaded' },
  links: { code: 'linked' },
}
