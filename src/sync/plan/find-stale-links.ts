import { linksAll, linksAny, linksDigest, linksExactly, type LinkTarget } from '../../core/page/links.ts'
import type { RecordKey } from '../../core/record/record.ts'
import type { SyncDeps } from '../deps.ts'
import { readOrUndefined } from '../runs/read-despite-damage.ts'
import { readTargets } from './read-links.ts'

/** A page whose links differ from its digest; `gains`: it gets another link soon, `inner`: the block that we wrote. */
type Differing = RecordKey & {
  others: LinkTarget[]
  former: string[]
  gains: boolean
  inner: string | undefined
}

/**
 * The records of some products whose pages link outdated URLs; with a run, as of the end of its plan. A different
 * digest proves nothing: earlier versions used the languages alone, and a post may be linked by its name. So the
 * written text decides.
 */
export async function findStale(
  deps: SyncDeps,
  runId: string | undefined,
  gtins: readonly string[],
): Promise<RecordKey[]> {
  const differing = await findDiffering(deps, runId, gtins)
  return differing
    .filter(
      ({ gtin, others, former, gains, inner }) =>
        gains || inner === undefined || !linksExactly(inner, gtin, others) || linksAny(inner, former),
    )
    .map(({ gtin, language }) => ({ gtin, language }))
}

/** The records of some products whose pages do not link a public page in another language at its current URL. */
export async function findOutdated(deps: SyncDeps, gtins: readonly string[]): Promise<RecordKey[]> {
  const differing = await findDiffering(deps, undefined, gtins)
  return differing
    .filter(({ others, inner }) => inner !== undefined && !linksAll(inner, others))
    .map(({ gtin, language }) => ({ gtin, language }))
}

async function findDiffering(
  deps: SyncDeps,
  runId: string | undefined,
  gtins: readonly string[],
): Promise<Differing[]> {
  const targetsOf = await readTargets(deps, runId, gtins)
  const linking = gtins.flatMap((gtin) => {
    const { targets, coming, former } = targetsOf(gtin)
    return targets.map(({ language }) => {
      const others = targets.filter((target) => target.language !== language)
      return { gtin, language, others, former, gains: coming.length > 0 }
    })
  })
  const heads = await readOrUndefined(linking, (some) => deps.snapshots.heads(some))
  const differing = linking.filter(
    ({ others, gains }, index) => gains || heads[index]?.links !== linksDigest(others),
  )
  const snapshots = await readOrUndefined(differing, (some) => deps.snapshots.read(some))
  return differing.map((one, index) => ({ ...one, inner: snapshots[index]?.base.inner }))
}
