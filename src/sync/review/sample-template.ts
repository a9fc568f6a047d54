import { namesOfFiles } from '../../core/mapping/file-names.ts'
import { diffTexts } from '../../core/page/page-diff.ts'
import { productFault } from '../../core/reading/product-fault.ts'
import { addNames, namedTextsOf } from '../../core/record/field-names.ts'
import { toRecordKey } from '../../core/record/record.ts'
import { groupBy, inChunks, withValues } from '../../lib/chunks.ts'
import type { SyncDeps } from '../deps.ts'
import { readLinks } from '../plan/read-links.ts'
import { readMedia } from '../plan/read-media.ts'
import type { PageDiff } from '../../core/run/run.ts'
import { readNames, readPlannedTerms } from '../runs/read-names.ts'
import { mayHaveJsonLd, withoutScripts } from '../runs/script-right.ts'

const wantedRecords = 3
/** The maximum number of records rendered to find visible differences, because a label may be on a few pages only. */
const mostRendered = 60
const listed = 300
const renderedAtOnce = 12

/** Up to three pages as a changed template or label set would render them, spread over languages and products. */
export async function sampleTemplate(
  deps: SyncDeps,
  runId: string,
  signal: AbortSignal,
): Promise<PageDiff[]> {
  const samples: PageDiff[][] = []
  const ids = spread(await deps.plans.listTemplate(runId, listed)).slice(0, mostRendered)
  if (ids.length === 0) return []
  const jsonLd = await mayHaveJsonLd(deps, undefined, signal)
  for (const group of inChunks(ids, renderedAtOnce)) {
    for (const diffs of await diffRecords(deps, { runId, jsonLd }, group, signal))
      if (diffs.length > 0) samples.push(diffs)
    if (samples.length >= wantedRecords) break
  }
  return samples.slice(0, wantedRecords).flat()
}

/** One record of each language in turn, each of another product. */
function spread(ids: readonly string[]): string[] {
  const byLanguage = [...groupBy(ids, (id) => toRecordKey(id).language)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, group]) => group)
  const most = Math.max(0, ...byLanguage.map((group) => group.length))
  return Array.from({ length: most }, (_, round) =>
    byLanguage.flatMap((group, index) =>
      round < group.length ? (group[(round + index) % group.length] ?? []) : [],
    ),
  ).flat()
}

async function diffRecords(
  deps: SyncDeps,
  { runId, jsonLd }: { runId: string; jsonLd: boolean },
  ids: readonly string[],
  signal: AbortSignal,
): Promise<PageDiff[][]> {
  const planned = await deps.plans.read(runId, ids)
  // A record that cannot be rendered fails when its page is written.
  const changes = planned.flatMap((change) =>
    change?.kind === 'update' && productFault(change.product) === undefined ? [change] : [],
  )
  const products = changes.map(({ product }) => product)
  const mediaOf = await readMedia(deps, products)
  const linksOf = await readLinks(deps, runId, changes)
  const terms = await readPlannedTerms(deps, products, signal)
  const pages = withValues(changes, await deps.snapshots.read(changes)).map(([change, { base }]) => {
    const rendered = deps.renderer.render(change.product, mediaOf, linksOf(change), terms.termOf)
    return { change, base, after: jsonLd ? rendered : withoutScripts(rendered) }
  })
  const files = products.flatMap((product) => namesOfFiles(deps.map, product, mediaOf))
  const known = await readNames(
    deps,
    pages.flatMap(({ base }) => namedTextsOf(base)),
    signal,
  )
  const names = addNames(known, [...terms.names, ...files])
  return pages.map(({ change: { gtin, language, pageId }, base, after }) =>
    diffTexts(base, after, names).map((diff) => ({ gtin, language, pageId, ...diff })),
  )
}
