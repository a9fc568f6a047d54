import type { WriteChange } from '../../core/plan/change.ts'
import { linkedLanguages, linksDigest, othersOf } from '../../core/page/links.ts'
import { recordId, toRecordKey, type RecordKey } from '../../core/record/record.ts'
import { inChunks } from '../../lib/chunks.ts'
import type { SyncDeps } from '../deps.ts'
import { readPublished } from '../plan/read-published.ts'
import { readWhole } from '../runs/readable.ts'
import type { Run } from '../../core/record/run.ts'

const idsAtOnce = 1000
const gtinsAtOnce = 20

/**
 * Plans updates of pages whose links to other languages would be wrong once the plan is carried out. These are products
 * that gain or lose a page, and products that an earlier run marked and did not correct. Pages that are already planned
 * are rendered with the right links. A record with trouble in this run keeps its page unchanged, and its product stays
 * marked.
 */
export async function planLanguageLinks(deps: SyncDeps, run: Run): Promise<void> {
  if (deps.policy.pageStatus !== 'publish') return
  await markAppearing(deps, run.id)
  if (run.kind === 'rebuild' || (await deps.snapshots.countMirrored()) === 0) return
  for await (const scanned of deps.staleLinks.scan()) {
    const wanted = scanned.filter((gtin) => run.scope.gtins?.includes(gtin) ?? true)
    for (const gtins of inChunks(wanted, gtinsAtOnce)) await planOf(deps, run, gtins)
  }
}

/** Products are marked before any write, so that the next run completes what a crash or a refusal left undone. */
async function markAppearing({ plans, staleLinks }: SyncDeps, runId: string): Promise<void> {
  const { create, update, restore, retire } = await plans.countKinds(runId)
  const ranges = [
    { part: 'write', from: 0, to: create },
    { part: 'write', from: create + update, to: create + update + restore },
    { part: 'retire', from: 0, to: retire },
  ] as const
  for (const { part, from, to } of ranges)
    for (let at = from; at < to; at += idsAtOnce) {
      const ids = await plans.list(runId, part, at, Math.min(idsAtOnce, to - at))
      await staleLinks.mark([...new Set(ids.map((id) => toRecordKey(id).gtin))])
    }
}

async function planOf(deps: SyncDeps, run: Run, gtins: readonly string[]): Promise<void> {
  const stale = await findStale(deps, run.id, gtins)
  const { languages } = run.scope
  const keys = stale.filter(({ language }) => languages?.includes(language) ?? true)
  const [snapshots, outcomes] = await Promise.all([
    readWhole(keys, (some) => deps.snapshots.read(some)),
    deps.undo.outcomes(run.id, keys.map(recordId)),
  ])
  const changes = keys.flatMap(({ gtin, language }, index): WriteChange[] => {
    const snapshot = snapshots[index]
    if (snapshot === undefined || outcomes[index] !== undefined) return []
    const { product, digest, pageId, etag } = snapshot
    const wanted = { gtin, language, product, digest, ...(etag !== undefined && { etag }) }
    return [{ ...wanted, kind: 'update', pageId, fields: [linkedLanguages] }]
  })
  await deps.plans.save(run.id, changes)
}

/** The records with wrong links to other languages, except those already planned. */
async function findStale(deps: SyncDeps, runId: string, gtins: readonly string[]): Promise<RecordKey[]> {
  const published = await readPublished(deps, runId, gtins)
  const keys = gtins.flatMap((gtin) => published(gtin).map((language) => ({ gtin, language })))
  const [kinds, heads] = await Promise.all([
    deps.plans.kinds(runId, keys.map(recordId)),
    readWhole(keys, (some) => deps.snapshots.heads(some)),
  ])
  return keys.filter(
    ({ gtin, language }, index) =>
      kinds[index] === undefined && heads[index]?.links !== linksDigest(othersOf(published(gtin), language)),
  )
}

/** Clears the marks of products whose links are right, after a run’s pages are written. */
export async function clearStaleLinks(deps: SyncDeps): Promise<void> {
  for await (const scanned of deps.staleLinks.scan())
    for (const gtins of inChunks(scanned, gtinsAtOnce)) {
      const published = await readPublished(deps, undefined, gtins)
      const keys = gtins.flatMap((gtin) => published(gtin).map((language) => ({ gtin, language })))
      const heads = await readWhole(keys, (some) => deps.snapshots.heads(some))
      const stale = keys.filter(
        ({ gtin, language }, index) =>
          heads[index]?.links !== linksDigest(othersOf(published(gtin), language)),
      )
      const left = new Set(stale.map(({ gtin }) => gtin))
      await deps.staleLinks.clear(gtins.filter((gtin) => !left.has(gtin)))
    }
}
