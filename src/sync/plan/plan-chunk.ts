import type { Change, Outcome, RetireChange } from '../../core/run/change.ts'
import { decide, type Decision } from '../../core/plan/decide.ts'
import { unguardedColumns, type ValueRules } from '../../core/plan/value-rules.ts'
import { renderSlug } from '../../core/mapping/page-slug.ts'
import type { PageState } from '../../core/page/page-state.ts'
import type { Product } from '../../core/record/product.ts'
import type { Renderer } from '../../core/render/renderer.ts'
import { digestOf } from '../../core/text/digest.ts'
import { countOddities, type Oddity } from '../../core/record/oddities.ts'
import { rankAssets } from '../../core/record/assets.ts'
import { recordId, toRecordKey, type RecordKey } from '../../core/record/record.ts'
import type { Snapshot } from '../../core/record/snapshot.ts'
import { withValues } from '../../lib/chunks.ts'
import type { LimitedError } from '../../lib/errors.ts'
import type { ChunkTables, SyncDeps } from '../deps.ts'
import { readOrUndefined, readSkippingDamaged } from '../runs/read-despite-damage.ts'
import { findMissingAssets } from './find-missing-assets.ts'
import {
  confirmationsOf,
  fetchRecords,
  isListed,
  lapsedDecisions,
  mayDiffer,
  type FetchedRecord,
  type StoredRecord,
} from './fetch-records.ts'
import { leaveHeld } from './leave-held.ts'
import { skipQuarantined } from './skip-quarantined.ts'
import { skipHeld } from './skip-held.ts'
import { confirmedAbsent } from './count-misses.ts'
import { saveSuspects, type Suspicion } from './save-suspects.ts'

export type ChunkInput = {
  runId: string
  language: string
  gtins: string[]
  dryRun: boolean
  /** Every page is written again. */
  rewrite?: boolean | undefined
  /** The run only finds existing pages again, so no rule for values applies. */
  rebuilds?: boolean
  /** In a product run, records that it finds unchanged make the plan of a parallel run outdated. */
  ofProducts?: boolean
}

/** Counts of records by result; `rest` holds the GTINs that a rate limit left for later. */
export type ChunkReport = {
  records: number
  unchanged: number
  absent: number
  unknownFields: string[]
  oddities: Oddity[]
  rest: string[]
  limited?: LimitedError
}

type ComparedRecord = FetchedRecord & { snapshot: Snapshot | undefined }

/** Fetches the records of a chunk, compares each with its snapshot and adds the differences to the run's plan. */
export async function planChunk(
  deps: SyncDeps,
  input: ChunkInput,
  signal: AbortSignal,
): Promise<ChunkReport> {
  const { runId, language, dryRun, rewrite = false } = input
  const keys = input.gtins.map((gtin) => ({ gtin, language }))
  const tables = await deps.chunkTables.read(runId, language, input.gtins)
  if (input.ofProducts !== true) await planAgain(deps, runId, tables)
  const { found: stored, damaged } = await readSkippingDamaged(keys, (some) =>
    readStored({ ...deps, tables }, { runId, rewrite }, some),
  )
  const { fetched, rest, limited } = await fetchRecords(
    deps,
    { runId, inFull: rewrite || input.ofProducts === true, etags: tables.etags },
    stored.records,
    signal,
  )
  const { records, damaged: damagedSnapshots } = await readSnapshots(deps, fetched)

  const rules = input.rebuilds === true ? undefined : deps.valueRules
  const found: Change[] = []
  const outcomes: Outcome[] = [...damaged, ...damagedSnapshots, ...stored.skipped]
  const suspects: Suspicion[] = []
  const unchanged: ComparedRecord[] = []
  const count = records.length + outcomes.length
  for (const record of records) {
    const { key, head } = record
    if ('reason' in record.fetched) {
      const reasons = [{ code: 'unread' as const, detail: record.fetched.reason }]
      outcomes.push({ ...key, result: 'failed', reasons, ...(head && { pageId: head.pageId }) })
    } else if (isListed(record)) {
      const decision = decideRecord(deps, record, rules)
      if (decision.kind === 'unchanged') unchanged.push(record)
      else if (decision.kind === 'change') found.push(decision.change)
      else {
        const { blanks, digest, changes: differences } = decision
        suspects.push({ key, digest, blanks, changes: differences })
        outcomes.push({ ...key, result: 'held', reasons: [{ code: 'suspect', blanks }] })
      }
    }
  }

  const absent = await confirmedAbsent(deps, { runId, place: 'partner', dryRun }, retirementsOf(records))
  for (const change of absent) found.push(change)
  const { free: changes, outcomes: inHeldPlans } =
    input.ofProducts === true ? await leaveHeld(deps, runId, found) : { free: found, outcomes: [] }
  for (const outcome of inHeldPlans) outcomes.push(outcome)
  const products = changes.flatMap((change) => ('product' in change ? [change.product] : []))
  await deps.plans.save(runId, changes)
  const assets = [...products.flatMap(deps.renderer.assetsOf), ...stored.assets]
  await deps.plans.saveAssets(runId, rankAssets(assets, deps.languages))
  await saveSuspects(deps, runId, { found: suspects, before: tables.suspects }, records)
  await deps.runs.saveOutcomes(runId, outcomes)
  const unread = records.filter((record) => record.fetched.state === 'unreachable')
  await deps.runs.advance(runId, {
    planned: count,
    [`planned:${language}`]: count,
    [`changes:${language}`]: changes.length,
    failed: outcomes.filter(({ result }) => result === 'failed').length,
    unread: unread.length,
    read: records.length - unread.length,
  })
  if (!dryRun) {
    const { confirmed, over } = confirmationsOf(unchanged)
    await deps.snapshots.confirm(confirmed)
    await saveAwaited(deps, unchanged)
    if (input.ofProducts === true)
      await deps.resynced.mark(
        runId,
        unchanged.map(({ key }) => key),
      )
    await deps.decisions.removeSame([...lapsedDecisions(records), ...over])
    const isMissed = (key: RecordKey): boolean => tables.missed.has(recordId(key))
    const listed = records.filter((record) => record.head && isListed(record))
    await deps.snapshots.clearMisses(listed.map(({ key }) => key).filter(isMissed))
    // The lists contain these too, although they were not requested or got no response.
    const inLists = [...stored.skipped, ...unread.map(({ key }) => key)]
    await deps.snapshots.clearMissesInLists(inLists.filter(isMissed))
  }
  const unknown = records.flatMap((record) =>
    record.fetched.state === 'present' ? record.fetched.unknownFields : [],
  )
  return {
    records: count,
    unchanged: unchanged.length,
    absent: records.filter((record) => record.fetched.state === 'absent').length,
    unknownFields: [...new Set(unknown)],
    oddities: odditiesOf(deps, records),
    rest,
    ...(limited && { limited }),
  }
}

function odditiesOf({ renderer, valueRules }: SyncDeps, records: readonly FetchedRecord[]): Oddity[] {
  return countOddities(
    records.flatMap(({ key, fetched }) => {
      if (fetched.state !== 'present') return []
      const { product, oddities } = fetched
      const ofColumns = [...renderer.oddNumbers(product), ...unguardedColumns(valueRules, product)]
      return [{ id: recordId(key), phrases: [...oddities, ...ofColumns] }]
    }),
  )
}

/** Plans records again that product runs have synced; a repeated chunk may have planned them before. */
async function planAgain(
  { resynced, plans }: SyncDeps,
  runId: string,
  { resynced: outdated }: ChunkTables,
): Promise<void> {
  if (outdated.size === 0) return
  await plans.drop(runId, [...outdated])
  await resynced.forget(runId, [...outdated].map(toRecordKey))
}

/** Stored values of the records to request; held and quarantined records are skipped. */
async function readStored(
  { tables, now, runs, media }: SyncDeps & { tables: ChunkTables },
  { runId, rewrite }: { runId: string; rewrite: boolean },
  keys: readonly RecordKey[],
) {
  const deps = { ...tables, now, runs, media }
  const held = await skipHeld(deps, runId, keys)
  const quarantined = await skipQuarantined(deps, runId, held.free)
  const heads = tables.heads(quarantined.free)
  const { missing, renewed, assets } = await findMissingAssets(deps, quarantined.free)
  const states = await readOrUndefined(quarantined.free, (some) => tables.pageStates.read(some))
  const records = quarantined.free.map((key, index): StoredRecord => ({
    key,
    head: heads[index],
    pending: held.decisions.get(recordId(key)),
    missesAsset: renewed.has(recordId(key)),
    missing: missing.get(recordId(key)) ?? [],
    rewrite,
    awaits: awaitedIn(states[index]),
  }))
  return { records, assets, skipped: [...held.outcomes, ...quarantined.outcomes] }
}

function awaitedIn(state: PageState | undefined): readonly string[] | undefined {
  return state?.state === 'draft' ? (state.awaits ?? []) : undefined
}

/** Adds the snapshots of records that may differ; records with a damaged snapshot are omitted. */
async function readSnapshots(deps: SyncDeps, all: readonly FetchedRecord[]) {
  const differing = all.filter((record) => record.head && mayDiffer(record, deps.renderer.digest))
  const { keys, found, damaged } = await readSkippingDamaged(
    differing.map(({ key }) => key),
    (some) => deps.snapshots.read(some),
  )
  const byId = new Map(keys.map((key, index) => [recordId(key), found[index]]))
  const damagedIds = new Set(damaged.map(recordId))
  const records = all
    .filter(({ key }) => !damagedIds.has(recordId(key)))
    .map((record): ComparedRecord => ({ ...record, snapshot: byId.get(recordId(record.key)) }))
  return { records, damaged }
}

function decideRecord(
  { renderer, map }: SyncDeps,
  record: ComparedRecord,
  rules: ValueRules | undefined,
): Decision {
  const { digest: templateDigest } = renderer
  const { key, snapshot, pending, missesAsset, rewrite, awaits, fetched, digest } = record
  // The partner may only respond “unchanged” although the snapshot's body is lost: then there is nothing to compare.
  const source =
    fetched.state === 'present' && digest !== undefined
      ? { product: fetched.product, digest, etag: fetched.etag }
      : snapshot
  if (source === undefined || !mayDiffer(record, templateDigest)) return { kind: 'unchanged' }
  const { product, etag } = source
  const wanted = { product, digest: source.digest, ...(etag !== undefined && { etag }) }
  const { unreadablePrice } = fetched.state === 'present' ? fetched : {}
  const slug = map?.slug && renderSlug(map.slug, product)
  return decide(key, wanted, snapshot, {
    templateDigest,
    pending,
    missesAsset,
    slug,
    rewrite,
    unreadablePrice,
    ...(rules && { rules }),
    ...(awaits && { publishes: (of: Product) => lackedBy(renderer, of, record).length === 0 }),
  })
}

/** The fields of `publish_if` that a product lacks, if this run finds no file that the page was written without. */
function lackedBy(renderer: Renderer, product: Product, { missing }: StoredRecord): string[] {
  return renderer.missingFields(product, (url) => !missing.includes(url))
}

/** Saves for which fields the drafts wait that this run leaves unchanged, because the map may have changed. */
async function saveAwaited(
  { renderer, pageStates, now }: SyncDeps,
  unchanged: readonly ComparedRecord[],
): Promise<void> {
  const since = now().toISOString()
  const changed = unchanged.flatMap((record) => {
    const { key, snapshot, awaits: before } = record
    if (before === undefined || snapshot === undefined) return []
    const awaits = lackedBy(renderer, snapshot.product, record)
    return digestOf(awaits) === digestOf(before) ? [] : [{ key, awaits }]
  })
  const states = withValues(
    changed,
    await readOrUndefined(
      changed.map(({ key }) => key),
      (some) => pageStates.read(some),
    ),
  )
  await pageStates.replace(
    states.map(([{ key, awaits }, state]) => ({ key, state: { ...state, awaits, since } })),
  )
}

function retirementsOf(records: readonly FetchedRecord[]): RetireChange[] {
  return records.flatMap(({ key, head, fetched }): RetireChange[] =>
    fetched.state === 'absent' && head?.state === 'mirrored'
      ? [{ ...key, kind: 'retire', pageId: head.pageId, reason: 'absent at the partner' }]
      : [],
  )
}
