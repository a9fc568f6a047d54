import { linksDigest, pagesIn, type LinkTarget, type PublicPage } from '../../core/page/links.ts'
import type { RecordKey } from '../../core/record/record.ts'
import type { PageLinks } from '../../core/render/view.ts'
import type { SyncDeps } from '../deps.ts'
import type { Files } from './find-future-drafts.ts'
import { readPlaces, readSite } from './read-places.ts'
import { readSizes } from './read-sizes.ts'

/** The pages that a page links, and their digest as stored in the snapshot. */
type Links = PageLinks & { digest: string | undefined }

/** The links of records’ pages to other languages and other sizes; with a run, as of its end. */
export async function readLinks(
  deps: SyncDeps,
  runId: string | undefined,
  keys: readonly RecordKey[],
  files: Files = 'expected',
): Promise<(key: RecordKey) => Links> {
  const gtins = keys.map(({ gtin }) => gtin)
  const [targetsOf, sizesOf] = await Promise.all([
    readTargets(deps, runId, gtins, { files }),
    readSizes(deps, runId, keys, files),
  ])
  return (key) => {
    const languages = targetsOf(key.gtin).targets.filter(({ language }) => language !== key.language)
    const sizes = sizesOf(key)
    return { languages, sizes, digest: linksDigest({ languages, sizes }) }
  }
}

/**
 * The URLs of a product's pages, in the order of languages; `coming`: new pages that have no URL yet, `former`: the last
 * URLs of pages that are not public.
 */
export type Targets = { targets: LinkTarget[]; coming: string[]; former: string[] }

/**
 * The public pages of each product; with a run, as of its end. In a mirror with one language, pages link no others, so
 * there are none unless `inOneLanguage` is set.
 */
export async function readTargets(
  deps: SyncDeps,
  runId: string | undefined,
  gtins: readonly string[],
  { files = 'expected', inOneLanguage = false }: { files?: Files; inOneLanguage?: boolean } = {},
): Promise<(gtin: string) => Targets> {
  const fewestLanguages = inOneLanguage ? 1 : 2
  const [published, site] = await Promise.all([
    readPublished(deps, runId, gtins, { files, fewestLanguages }),
    readSite(deps),
  ])
  return (gtin) => {
    const { pages, former } = published(gtin)
    const targets = pagesIn(pages, site)
    const known = new Set(targets.map(({ language }) => language))
    const coming = pages.flatMap(({ language }) => (known.has(language) ? [] : [language]))
    return { targets, coming, former }
  }
}

type Published = { pages: PublicPage[]; former: string[] }

/**
 * A product's public pages, by language in alphabetical order. With a run, as of the end of its plan, so that pages can
 * link to future ones. None unless PAGE_STATUS is publish, or with fewer languages.
 */
async function readPublished(
  deps: SyncDeps,
  runId: string | undefined,
  gtins: readonly string[],
  { files, fewestLanguages }: { files: Files; fewestLanguages: number },
): Promise<(gtin: string) => Published> {
  const { runs, snapshots, policy, renderer } = deps
  const run = runId === undefined ? undefined : await runs.read(runId)
  const languages = [...new Set([...(await snapshots.languages()), ...(run?.languages ?? [])])].sort()
  const isAlone = languages.length < fewestLanguages && renderer.familyBy === undefined
  if (policy.pageStatus !== 'publish' || isAlone) return () => ({ pages: [], former: [] })
  const keys = [...new Set(gtins)].flatMap((gtin) => languages.map((language) => ({ gtin, language })))
  const placeOf = await readPlaces(deps, runId, keys, files)
  return (gtin) => {
    const pages: PublicPage[] = []
    const former: string[] = []
    for (const { language } of keys.filter((one) => one.gtin === gtin)) {
      const { isPublic, link, slug } = placeOf({ gtin, language })
      if (isPublic) pages.push({ language, link, slug })
      else if (link !== undefined) former.push(link)
    }
    return { pages, former }
  }
}
