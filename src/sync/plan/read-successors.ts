import { isWithdrawn } from '../../core/page/page-state.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import { readSuccessor } from '../../core/record/successor.ts'
import type { Successor } from '../../core/render/notice.ts'
import type { SyncDeps } from '../deps.ts'
import { readOrUndefined } from '../runs/read-despite-damage.ts'
import { readTargets } from './read-links.ts'

/** The most retired products between a product and its successor. */
const mostRetired = 20

type Candidate = { key: RecordKey; gtin: string; seen: ReadonlySet<string> }

/**
 * The page that the notice of each retired record links: that of the product in the column `successor`, in the same
 * language. If that product is retired too, its successor counts. No page if it is not public, or if the successors form
 * a loop. With a run, as of the end of its plan.
 */
export async function readSuccessors(
  deps: SyncDeps,
  runId: string | undefined,
  keys: readonly RecordKey[],
): Promise<(key: RecordKey) => Successor | undefined> {
  const found = new Map<string, Successor>()
  let open = await nextOf(
    deps,
    keys.map((key) => ({ key, gtin: key.gtin, seen: new Set([key.gtin]) })),
  )
  for (let step = 0; step <= mostRetired && open.length > 0; step++) {
    const targetsOf = await readTargets(
      deps,
      runId,
      open.map(({ gtin }) => gtin),
      { inOneLanguage: true },
    )
    const linked = open.flatMap((one) => {
      const { language } = one.key
      const target = targetsOf(one.gtin).targets.find((page) => page.language === language)
      return target === undefined ? [] : [{ ...one, url: target.url }]
    })
    const titles = await readTitles(
      deps,
      runId,
      linked.map(({ gtin, key: { language } }) => ({ gtin, language })),
    )
    for (const [index, { key, url }] of linked.entries())
      found.set(recordId(key), { url, title: titles[index] ?? '' })
    const rest = open.filter(({ key }) => !found.has(recordId(key)))
    open = await nextOf(deps, await retiredOf(deps, runId, rest))
  }
  return (key) => found.get(recordId(key))
}

/** The next product of each chain that has one and does not return to itself. */
async function nextOf(deps: SyncDeps, chains: readonly Candidate[]): Promise<Candidate[]> {
  const columns = chains.length === 0 ? [] : await deps.catalogColumns.read(chains.map(({ gtin }) => gtin))
  return chains.flatMap(({ key, gtin: from, seen }, index): Candidate[] => {
    const read = readSuccessor(from, columns[index])
    if (read === undefined || 'fault' in read || seen.has(read.gtin)) return []
    return [{ key, gtin: read.gtin, seen: new Set([...seen, read.gtin]) }]
  })
}

/** Those of the products whose record is retired, or will be by the run. A page that an editor hid ends a chain. */
async function retiredOf(
  deps: SyncDeps,
  runId: string | undefined,
  chains: readonly Candidate[],
): Promise<Candidate[]> {
  const keys = chains.map(({ gtin, key: { language } }) => ({ gtin, language }))
  const [heads, kinds, states] = await Promise.all([
    readOrUndefined(keys, (some) => deps.snapshots.heads(some)),
    runId === undefined ? [] : deps.plans.kinds(runId, keys.map(recordId)),
    readOrUndefined(keys, (some) => deps.pageStates.read(some)),
  ])
  return chains.filter((_, index) => {
    const isRetired = heads[index]?.state === 'retired'
    return kinds[index] === 'retire' || (isRetired && !isWithdrawn(states[index]))
  })
}

/** The name of each record's product, as of the end of the run's plan. */
async function readTitles(
  deps: SyncDeps,
  runId: string | undefined,
  keys: readonly RecordKey[],
): Promise<(string | undefined)[]> {
  if (keys.length === 0) return []
  const ids = keys.map(recordId)
  const [planned, snapshots] = await Promise.all([
    runId === undefined ? [] : deps.plans.read(runId, ids),
    readOrUndefined(keys, (some) => deps.snapshots.read(some)),
  ])
  return keys.map((_, index) => {
    const change = planned[index]
    return (change && 'product' in change ? change.product : snapshots[index]?.product)?.name
  })
}
