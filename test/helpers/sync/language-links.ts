import type { Mirror, Stage } from './sync-deps.ts'
import { sync } from './sync-run.ts'

/** The pages of a product in its languages, and the links between them. */
export function openLinks(stage: Stage, gtin: string) {
  async function pageIn(language: string) {
    const slug = `gtin-${gtin}-${language}`
    const found = (await stage.editor.recordPages()).find((page) => page.slug === slug)
    if (found === undefined) throw new Error(`no page ${slug}`)
    return found
  }
  /** The links of the product’s page to its other languages. */
  async function linksOf(language: string) {
    const { raw } = (await pageIn(language)).content
    return [...raw.matchAll(/<a href="([^"]*)" lang="([^"]*)" hreflang="([^"]*)">/g)].map(
      ([, url = '', lang, hreflang]) => ({ url, lang, hreflang }),
    )
  }
  const writesOf = async () => (await stage.mock.stats()).cmsWrites.total
  return {
    gtin,
    pageIn,
    linksOf,
    linkedFrom: async (language: string) => (await linksOf(language)).map(({ lang }) => lang),
    writesOf,
    /** The number of writes to the CMS during the work. */
    async quietly(work: () => Promise<unknown>) {
      await stage.mock.zeroStats()
      await work()
      return writesOf()
    },
  }
}

/** The products with outdated links. */
export const staleOf = async ({ staleLinks }: Mirror) => {
  const gtins: string[] = []
  for await (const some of staleLinks.scan()) gtins.push(...some)
  return gtins
}

/** A mirror of two languages, before a third one is added. */
export async function withTwo(mirror: Mirror) {
  mirror.languages = ['de-de', 'en-gb']
  await sync(mirror)
  mirror.languages = 'all'
}

/** Lets the CMS return pages without a URL. */
export function hideAddresses(mirror: Mirror) {
  const { parents } = mirror
  mirror.parents = {
    ...parents,
    addresses: async () => {
      const known = Object.entries(await parents.addresses())
      return Object.fromEntries(known.map(([path, url]) => [path, `${new URL(url).origin}/?page_id=1`]))
    },
  }
}
