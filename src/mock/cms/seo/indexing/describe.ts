import { linkOf } from '../../posts/link.ts'
import type { Site } from '../../rest/request.ts'
import type { Row, Term } from '../../store/rows.ts'
import type { Store } from '../../store/store.ts'
import type { Measures } from '../scores/measure.ts'

type Described = Record<string, string | number>

/** A row as an entry of the index. */
export function describeRow(store: Store, site: Site, measure: Measures, row: Row): Described {
  const { readability, seo } = measure(row)
  return {
    object_type: 'post',
    object_sub_type: row.type,
    object_id: row.id,
    permalink: linkOf(store, row, site),
    readability_score: readability,
    seo_score: seo,
  }
}

export function describeTerm(site: Site, { id, taxonomy, slug }: Term): Described {
  return {
    object_type: 'term',
    object_sub_type: taxonomy,
    object_id: id,
    permalink: `${site.home}/${taxonomy === 'category' ? 'category' : 'tag'}/${slug}/`,
  }
}

/** The number of internal and external links in a row's content. */
export function describeLinks(site: Site, { id, type, content }: Row): Described {
  const targets = [...content.matchAll(/<a\b[^>]*?\bhref\s*=\s*["']([^"']+)["']/gi)].map(
    (match) => match[1] ?? '',
  )
  const inside = targets.filter((target) => /^\/(?!\/)/.test(target) || target.startsWith(site.home))
  const outside = targets.filter((target) => /^(https?:)?\/\//i.test(target) && !target.startsWith(site.home))
  return {
    object_type: 'post',
    object_sub_type: type,
    object_id: id,
    internal_links: inside.length,
    external_links: outside.length,
  }
}
