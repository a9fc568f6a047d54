import pLimit from 'p-limit'
import type { Change, Outcome } from '../../core/plan/change.ts'
import { decide } from '../../core/plan/decide.ts'
import { digestOf } from '../../core/record/digest.ts'
import { assetsOf } from '../../core/record/assets.ts'
import type { PendingDecision } from '../../core/decisions/pending-decision.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import type { Snapshot, SnapshotHead } from '../../core/record/snapshot.ts'
import { explainSuspect } from '../../core/plan/suspect.ts'
import { LimitedError } from '../../lib/errors.ts'
import type { SyncDeps } from '../deps.ts'
import { readReadable } from '../runs/readable.ts'
import { saveSuspects, type Suspicion } from './save-suspects.ts'
import { findMissingAssets } from './find-missing-assets.ts'
import { confirmationsOf, differs, lapsedOf, type FetchedRecord } from './fetched-record.ts'
import { skipQuarantined } from './skip-quarantined.ts'
import { skipHeld } from './skip-held.ts'

export type ChunkInput = { runId: string; language: string; gtins: string[]; dryRun: boolean }

/** Counts of records by result; `rest` holds the GTINs that a rate limit left for later. */
export type ChunkReport = {
  records: number
  unchanged: number
  absent: number
  unknownFields: string[]
  rest: string[]
  limited?: LimitedError
}

/** What is stored about records before the partner is asked; heads in the order of the records. */
type Known = {
  heads: (SnapshotHead | undefined)[]
  decisions: ReadonlyMap<string, PendingDecision>
  renewed: ReadonlySet<string>
}

/** Fetches the records of a chunk, compares each with its snapshot and adds what differs to the run's plan. */
export async function planChunk(deps: SyncDeps, input: ChunkInput, signal: AbortSignal): Promise<ChunkReport> {
  const keys = input.gtins.map((gtin) => ({ gtin, language: input.language }))
  const { found: stored, damaged } = await readReadable(keys, (some) => readStored(deps, input.runId, some))
  const { held, aside, heads, missingAssets } = stored
  const known = { heads, decisions: held.decisions, renewed: missingAssets.renewed }
  const { seen: asked, rest, limited } = await fetchAll(deps, aside.asked, known, signal)
  const compared = await readCompared(deps, asked)
  const { seen, snapshots } = compared

  const changes: Change[] = []
  const outcomes: Outcome[] = [...damaged, ...compared.damaged, ...held.outcomes, ...aside.outcomes]
  const suspects: Suspicion[] = []
  const unchanged: { entry: FetchedRecord; compared: boolean }[] = []
  const gone: { key: RecordKey; head: SnapshotHead }[] = []
  const report: ChunkReport = {
    records: seen.length + outcomes.length,
    unchanged: 0,
    absent: 0,
    unknownFields: [],
    rest,
  }
  if (limited) report.limited = limited

  for (const [index, entry] of seen.entries()) {
    const { key, head, pending, lacks, fetched } = entry
    if (fetched.state === 'invalid' || fetched.state === 'unreachable') {
      outcomes.push({
        ...key,
        result: 'failed',
        reason: fetched.reason,
        ...(head && { pageId: head.pageId }),
      })
    } else if (fetched.state === 'absent') {
      report.absent++
      if (head?.state === 'mirrored') gone.push({ key, head })
    } else {
      if (fetched.state === 'present') report.unknownFields.push(...fetched.unknownFields)
      const wanted = differs(deps.renderer.digest, entry) ? wantedOf(entry, snapshots[index]) : undefined
      const decision =
        wanted &&
        decide(key, wanted, snapshots[index], { templateDigest: deps.renderer.digest, pending, lacks })
      if (decision === undefined || decision.kind === 'unchanged') {
        report.unchanged++
        unchanged.push({ entry, compared: decision !== undefined })
      } else if (decision.kind === 'suspect') {
        const { reason, digest } = decision
        suspects.push({ key, digest, reason })
        outcomes.push({ ...key, result: 'held', reason: explainSuspect(key, reason) })
      } else changes.push(decision.change)
    }
  }

  changes.push(...(await planRetirements(deps, gone, input)))
  report.unknownFields = [...new Set(report.unknownFields)]
  const writes = changes.filter((change) => change.kind !== 'retire')
  await deps.plans.save(input.runId, changes)
  await deps.plans.saveAssets(input.runId, [
    ...writes.flatMap((change) => assetsOf(change.product)),
    ...missingAssets.assets,
  ])
  await saveSuspects(deps, input.runId, suspects, clearedOf(seen, suspects))
  await deps.runs.saveOutcomes(input.runId, outcomes)
  await deps.runs.advance(input.runId, {
    planned: report.records,
    [`planned:${input.language}`]: report.records,
    [`changes:${input.language}`]: changes.length,
    failed: outcomes.filter(({ result }) => result === 'failed').length,
  })
  if (!input.dryRun) {
    const { confirmed, over } = confirmationsOf(unchanged)
    await deps.snapshots.confirm(confirmed)
    await deps.decisions.removeSame([...lapsedOf(seen), ...over])
    const here = seen.filter(
      ({ fetched, head }) => head && (fetched.state === 'present' || fetched.state === 'unchanged'),
    )
    await deps.snapshots.clearMisses(here.map(({ key }) => key))
  }
  return report
}

/** Stored values of the records to request; held and quarantined records are skipped. */
async function readStored(deps: SyncDeps, runId: string, keys: readonly RecordKey[]) {
  const held = await skipHeld(deps, runId, keys)
  const aside = await skipQuarantined(deps, runId, held.free)
  const heads = await deps.snapshots.heads(aside.asked)
  return { held, aside, heads, missingAssets: await findMissingAssets(deps, aside.asked) }
}

async function fetchAll(
  deps: SyncDeps,
  keys: RecordKey[],
  { heads, decisions, renewed }: Known,
  signal: AbortSignal,
) {
  const limit = pLimit(deps.concurrency)
  const seen: FetchedRecord[] = []
  const rest: string[] = []
  let limited: LimitedError | undefined
  const fetchOne = async (key: RecordKey, head: SnapshotHead | undefined): Promise<void> => {
    try {
      const pending = decisions.get(recordId(key))
      // Without an ETag the partner sends the accepted version again, although it was seen before.
      const etag = pending?.kind === 'accept' ? undefined : head?.etag
      const fetched = await deps.partner.fetchProduct(key, etag, signal)
      seen.push({
        key,
        head,
        pending,
        lacks: renewed.has(recordId(key)),
        fetched,
        digest: fetched.state === 'present' ? digestOf(fetched.product) : undefined,
      })
    } catch (error) {
      if (!(error instanceof LimitedError)) throw error
      limited = error
      rest.push(key.gtin)
    }
  }
  await Promise.all(keys.map((key, index) => limit(fetchOne, key, heads[index])))
  return { seen, rest, limited }
}

/** Records whose current version is not suspicious. */
function clearedOf(seen: readonly FetchedRecord[], suspects: readonly Suspicion[]): RecordKey[] {
  const suspected = new Set(suspects.map(({ key }) => recordId(key)))
  return seen.flatMap(({ key, fetched }) =>
    fetched.state === 'invalid' || fetched.state === 'unreachable' || suspected.has(recordId(key))
      ? []
      : [key],
  )
}

/** Whole snapshots, read only for records that may differ from them; records whose snapshot is damaged are left out. */
async function readCompared(deps: SyncDeps, all: readonly FetchedRecord[]) {
  const asked = all.filter((entry) => entry.head !== undefined && differs(deps.renderer.digest, entry))
  const { keys, found, damaged } = await readReadable(
    asked.map(({ key }) => key),
    (some) => deps.snapshots.read(some),
  )
  const byId = new Map(keys.map((key, index) => [recordId(key), found[index]]))
  const bad = new Set(damaged.map(recordId))
  const seen = all.filter(({ key }) => !bad.has(recordId(key)))
  return { seen, snapshots: seen.map(({ key }) => byId.get(recordId(key))), damaged }
}

/** The product to compare; undefined when the partner only said "as before" and the snapshot's body is lost. */
function wantedOf({ fetched, digest }: FetchedRecord, snapshot: Snapshot | undefined) {
  const source =
    fetched.state === 'present' && digest !== undefined
      ? { product: fetched.product, digest, etag: fetched.etag }
      : snapshot
  if (source === undefined) return undefined
  const { product, etag } = source
  return { product, digest: source.digest, ...(etag !== undefined && { etag }) }
}

/** Retirements of records that were absent in enough runs in a row. */
async function planRetirements(
  deps: SyncDeps,
  gone: readonly { key: RecordKey; head: SnapshotHead }[],
  { runId, dryRun }: ChunkInput,
): Promise<Change[]> {
  const misses = await deps.snapshots.countMisses(
    gone.map(({ key }) => key),
    runId,
    dryRun,
  )
  return gone
    .filter((_, index) => (misses[index] ?? 0) >= deps.policy.retireAfterMisses)
    .map(({ key, head }) => ({
      ...key,
      kind: 'retire',
      pageId: head.pageId,
      reason: 'absent at the partner',
    }))
}
