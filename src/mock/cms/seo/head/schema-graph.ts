import type { Site } from '../../rest/request.ts'
import { siteName } from '../../store/seed.ts'
import type { SiteMarks } from '../state.ts'
import type { HeadImage } from './head.ts'

type PageFacts = {
  readonly url: string
  readonly name: string
  readonly description?: string
  readonly published?: string
  readonly modified?: string
  readonly images: readonly HeadImage[]
  /** The ancestors of the page, highest first. */
  readonly above: readonly { readonly name: string; readonly url: string }[]
}

type Node = Readonly<Record<string, unknown>>

/**
 * The nodes of the JSON-LD graph: the page, its image, its breadcrumbs, the site, and the company or person behind it.
 */
export function pageGraph(site: Site, marks: SiteMarks, page: PageFacts): Node[] {
  const [image] = page.images
  const imageId = `${page.url}#primaryimage`
  return [
    {
      '@type': 'WebPage',
      '@id': page.url,
      url: page.url,
      name: page.name,
      isPartOf: { '@id': `${site.home}/#website` },
      ...(image === undefined ? {} : { primaryImageOfPage: { '@id': imageId }, thumbnailUrl: image.url }),
      ...(page.published === undefined ? {} : { datePublished: page.published }),
      ...(page.modified === undefined ? {} : { dateModified: page.modified }),
      ...(page.description === undefined ? {} : { description: page.description }),
      breadcrumb: { '@id': `${page.url}#breadcrumb` },
      inLanguage: 'en-US',
    },
    ...(image === undefined
      ? []
      : [
          {
            '@type': 'ImageObject',
            '@id': imageId,
            url: image.url,
            contentUrl: image.url,
            width: image.width,
            height: image.height,
          },
        ]),
    breadcrumbs(site, page),
    ...siteGraph(site, marks),
  ]
}

function breadcrumbs(site: Site, { url, name, above }: PageFacts): Node {
  const steps = [{ name: 'Home', url: `${site.home}/` }, ...above, { name, url }]
  return {
    '@type': 'BreadcrumbList',
    '@id': `${url}#breadcrumb`,
    itemListElement: steps.map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: step.name,
      item: step.url,
    })),
  }
}

function siteGraph({ home }: Site, { representation, profiles }: SiteMarks): Node[] {
  const kind = representation['company_or_person']
  const website: Node = {
    '@type': 'WebSite',
    '@id': `${home}/#website`,
    url: `${home}/`,
    name: siteName,
    description: representation['description'] ?? '',
    ...(kind === undefined ? {} : { publisher: { '@id': `${home}/#${kind}` } }),
    inLanguage: 'en-US',
  }
  if (kind === undefined) return [website]
  const logo = representation[`${kind}_logo`]
  const sameAs = Object.values(profiles)
    .flat()
    .filter((address) => typeof address === 'string' && address !== '')
  const publisher: Node = {
    '@type': kind === 'person' ? 'Person' : 'Organization',
    '@id': `${home}/#${kind}`,
    url: `${home}/`,
    name: representation['company_name'] ?? siteName,
    ...(logo === undefined ? {} : { logo: { '@type': 'ImageObject', url: logo } }),
    ...(sameAs.length === 0 ? {} : { sameAs }),
  }
  return [website, publisher]
}
