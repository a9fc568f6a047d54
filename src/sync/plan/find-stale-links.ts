import {
  linkedLanguages,
  linkedSizes,
  linksAll,
  linksAny,
  linksDigest,
  linksExactly,
  linksSizes,
  showsSizes,
  type LinkTarget,
} from '../../core/page/links.ts'
import type { RecordKey } from '../../core/record/record.ts'
import type { Sizes } from '../../core/render/family/sizes.ts'
import type { SyncDeps } from '../deps.ts'
import { readOrUndefined } from '../runs/read-despite-damage.ts'
import { readTargets } from './read-links.ts'
import { readRelated, readSizes } from './read-sizes.ts'

/** A page whose links differ from its digest; `gains`: it gets another link soon, `inner`: the block that we wrote. */
type Differing = RecordKey & {
  languages: LinkTarget[]
  sizes: Sizes | undefined
  former: string[]
  gains: boolean
  inner: string | undefined
}

/** A record whose page links outdated URLs, and the links that differ. */
export type StaleRecord = RecordKey & { fields: string[] }

/**
 * The records of some products whose pages link outdated URLs; with a run, as of the end of its plan. A different
 * digest proves nothing: earlier versions used the languages alone, and a post may be linked by its name. So the
 * written text decides.
 */
export async function findStale(
  deps: SyncDeps,
  runId: string | undefined,
  gtins: readonly string[],
): Promise<StaleRecord[]> {
  const differing = await findDiffering(deps, runId, gtins)
  return differing
    .map(({ gtin, language, languages, sizes, former, gains, inner }) => {
      const isOutdated =
        gains || inner === undefined || !linksExactly(inner, gtin, languages) || linksAny(inner, former)
      const hasOtherSizes = inner !== undefined && !showsSizes(inner, sizes)
      return {
        gtin,
        language,
        fields: [...(isOutdated ? [linkedLanguages] : []), ...(hasOtherSizes ? [linkedSizes] : [])],
      }
    })
    .filter(({ fields }) => fields.length > 0)
}

/** The records of some products whose pages do not link a public page in another language or size at its current URL. */
export async function findOutdated(deps: SyncDeps, gtins: readonly string[]): Promise<RecordKey[]> {
  const outdated: RecordKey[] = []
  for (const { gtin, language, languages, sizes, inner } of await findDiffering(deps, undefined, gtins)) {
    if (inner === undefined) continue
    const key = { gtin, language }
    const isRight = linksAll(inner, languages) && (await showsSizesNow(deps, key, { inner, sizes }))
    if (!isRight) outdated.push(key)
  }
  return outdated
}

/**
 * Whether a block shows the sizes of a record's family. While the page of another size cannot be written, the block
 * may show labels from its planned version.
 */
async function showsSizesNow(
  deps: SyncDeps,
  { gtin, language }: RecordKey,
  { inner, sizes }: { inner: string; sizes: Sizes | undefined },
): Promise<boolean> {
  if (showsSizes(inner, sizes)) return true
  if (!linksSizes(inner, sizes)) return false
  const members = await readRelated(deps, undefined, [gtin])
  const failures = await readOrUndefined(
    members.map((member) => ({ gtin: member, language })),
    (some) => deps.failing.read(some),
  )
  return failures.some((failure) => failure !== undefined)
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
      const languages = targets.filter((target) => target.language !== language)
      return { gtin, language, languages, former, gains: coming.length > 0 }
    })
  })
  const sizesOf = await readSizes(deps, runId, linking)
  const linked = linking.map((one) => ({ ...one, sizes: sizesOf(one) }))
  const heads = await readOrUndefined(linked, (some) => deps.snapshots.heads(some))
  const differing = linked.filter(
    ({ languages, sizes, gains }, index) =>
      gains || heads[index]?.links !== linksDigest({ languages, sizes }),
  )
  const snapshots = await readOrUndefined(differing, (some) => deps.snapshots.read(some))
  return differing.map((one, index) => ({ ...one, inner: snapshots[index]?.base.inner }))
}
