import { findBlock } from '../../core/markup/find-block.ts'
import { slugOf, toRecordKey, type RecordKey } from '../../core/record/record.ts'
import type { Unknown } from '../../core/plan/guards.ts'
import { inChunks } from '../../lib/chunks.ts'
import type { SyncDeps } from '../deps.ts'
import { readWhole } from '../runs/readable.ts'

const idsAtOnce = 500
const recordsPerLookup = 100

/** Lost data is lost by the hash, so this many records of a language show it. */
const lookedAt = 1_000

/**
 * Counts the planned creates whose page exists in the CMS already: visible, and with the record's block. The mirror
 * wrote these pages, so the data stored about them is lost. Pages that may have landed since their record failed or its
 * process was killed are no sign of that.
 */
export async function countUnknown(
  deps: SyncDeps,
  runId: string,
  signal: AbortSignal,
): Promise<Map<string, Unknown>> {
  const found = new Map<string, Unknown>()
  for (const [language, keys] of await listCreates(deps, runId)) {
    let pages = 0
    for (const group of inChunks(keys, recordsPerLookup)) pages += await countExisting(deps, group, signal)
    if (pages > 0) found.set(language, { pages, known: await deps.snapshots.countMirrored(language) })
  }
  return found
}

async function listCreates({ plans }: SyncDeps, runId: string): Promise<Map<string, RecordKey[]>> {
  const creates = new Map<string, RecordKey[]>()
  // In the plan's order they are the first ones.
  const { create } = await plans.countKinds(runId)
  for (let at = 0; at < create; at += idsAtOnce)
    for (const id of await plans.list(runId, 'write', at, Math.min(idsAtOnce, create - at))) {
      const key = toRecordKey(id)
      const listed = creates.get(key.language) ?? []
      if (listed.length < lookedAt) listed.push(key)
      creates.set(key.language, listed)
    }
  return creates
}

async function countExisting(
  { cms, writes, failing, policy }: SyncDeps,
  keys: readonly RecordKey[],
  signal: AbortSignal,
): Promise<number> {
  const [intents, failed] = await Promise.all([
    readWhole(keys, (some) => writes.intents(some)),
    readWhole(keys, (some) => failing.read(some)),
  ])
  const unsent = keys.filter((_, index) => intents[index] === undefined && failed[index] === undefined)
  if (unsent.length === 0) return 0
  // A page that cannot be read is neither created nor changed: it shows nothing about stored data.
  const { pages } = await cms.findEach(unsent.map(slugOf), signal)
  const visible = pages.filter(({ status }) => status === 'publish' || status === policy.pageStatus)
  const bySlug = new Map(visible.map((page) => [page.slug, page]))
  return unsent.filter((key) => {
    const page = bySlug.get(slugOf(key))
    return page !== undefined && findBlock(page.content, key).state !== 'missing'
  }).length
}
