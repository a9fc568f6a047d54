import { fileUrl } from '../../media/media-fields.ts'
import { linkOf } from '../../posts/link.ts'
import type { Site } from '../../rest/request.ts'
import { type Row, metaText } from '../../store/rows.ts'
import { siteName } from '../../store/seed.ts'
import type { Store } from '../../store/store.ts'
import { cutAtWord, plainText } from '../plain-text.ts'
import type { SiteMarks } from '../state.ts'
import type { Head, HeadImage } from './head.ts'
import { pageGraph } from './schema-graph.ts'

const longestDescription = 156
const context = 'https://schema.org'
const indexed = { index: 'index', follow: 'follow' } as const

/** The head of a published row. */
export function headOf(store: Store, site: Site, marks: SiteMarks, row: Row): Head {
  const url = linkOf(store, row, site)
  const title = metaText(row, '_seo_title') || `${row.title} – ${siteName}`
  const description = metaText(row, '_seo_metadesc')
  const told = description || summaryOf(row)
  const images = imagesOf(store, site, row)
  const modified = `${row.modifiedGmt}+00:00`
  const published = `${row.dateGmt}+00:00`
  return {
    title,
    ...(description === '' ? {} : { description }),
    robots: indexed,
    canonical: url,
    og: {
      locale: 'en_US',
      type: 'article',
      title,
      ...(told === '' ? {} : { description: told }),
      url,
      site_name: siteName,
    },
    images,
    schema: {
      '@context': context,
      '@graph': pageGraph(site, marks, {
        url,
        name: title,
        ...(description === '' ? {} : { description }),
        published,
        modified,
        images,
        above: ancestorsOf(store, site, row),
      }),
    },
  }
}

export function homeHead(site: Site, marks: SiteMarks): Head {
  const url = `${site.home}/`
  const description = String(marks.representation['description'] ?? '')
  const shown = description === '' ? {} : { description }
  return {
    title: siteName,
    ...shown,
    robots: indexed,
    canonical: url,
    og: { locale: 'en_US', type: 'website', title: siteName, ...shown, url, site_name: siteName },
    images: [],
    schema: {
      '@context': context,
      '@graph': pageGraph(site, marks, { url, name: siteName, ...shown, images: [], above: [] }),
    },
  }
}

/** The head of a URL without a page. */
export function missingHead(site: Site, marks: SiteMarks): Head {
  const title = `Page not found – ${siteName}`
  const [, , ...siteNodes] = pageGraph(site, marks, { url: site.home, name: title, images: [], above: [] })
  return {
    title,
    robots: { index: 'noindex', follow: 'follow' },
    og: { locale: 'en_US', title, site_name: siteName },
    images: [],
    schema: { '@context': context, '@graph': siteNodes },
  }
}

/** The content of a protected row must not become public. */
function summaryOf({ excerpt, content, password }: Row): string {
  if (password !== '') return ''
  return cutAtWord(plainText(excerpt || content).replaceAll('\n', ' '), longestDescription)
}

function imagesOf(store: Store, site: Site, row: Row): HeadImage[] {
  const { file } = (row.type === 'attachment' ? row : store.get(row.featured)) ?? {}
  if (file?.width === undefined || file.height === undefined) return []
  return [{ url: fileUrl(site, file.path), width: file.width, height: file.height, type: file.mime }]
}

function ancestorsOf(store: Store, site: Site, row: Row): { name: string; url: string }[] {
  const found: { name: string; url: string }[] = []
  for (let above = store.get(row.parent); above !== undefined && found.length < 20;) {
    found.unshift({ name: above.title, url: linkOf(store, above, site) })
    above = store.get(above.parent)
  }
  return found
}
