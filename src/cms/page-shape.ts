import { z } from 'zod'
import {
  pageFields,
  pageFieldsWithRevision,
  revisionLinks,
  versionFields,
  WirePage,
  WireVersion,
} from '../contracts/cms/page.ts'
import { canonicalText, type MappedField, type MappedValue, placeOf } from '../core/record/mapped.ts'
import type { Page, PageVersion } from '../core/record/page.ts'

/** How the pages of one collection are requested and read, with the fields that the map fills. */
export type PageShape = ReturnType<typeof createPageShape>

const Ids = z.array(z.int()).optional().catch(undefined)

export function createPageShape(mapped: readonly MappedField[] = []) {
  const taxonomies = mapped.map(placeOf).flatMap(({ group, name }) => (group === 'terms' ? [name] : []))
  const withMapped = (fields: string): string => [fields, ...mapped.map(wireName)].join()
  const terms = Object.fromEntries(taxonomies.map((taxonomy) => [taxonomy, Ids]))
  const fields = WirePage.pick({ menu_order: true, meta: true, acf: true }).shape
  // The type does not name the taxonomies, which only the map knows.
  const Wire = WirePage.extend(terms) as unknown as typeof WirePage
  const WithFields = WireVersion.extend(fields)
  const Version = WithFields.extend(terms) as unknown as typeof WithFields
  return {
    Wire,
    Version,
    /** The `_fields` values of a page and of a version, each also with the links to the revisions. */
    fields: withMapped(pageFields),
    fieldsWithRevision: withMapped(pageFieldsWithRevision),
    versionFields: withMapped(versionFields),
    versionFieldsWithRevision: withMapped(`${versionFields},${revisionLinks}`),

    toPage: (wire: z.infer<typeof Wire>): Page => {
      const { id, slug, status, parent, link, _links: links } = wire
      return {
        id,
        slug,
        status,
        parent,
        link,
        author: wire.author ?? 0,
        createdGmt: wire.date_gmt ?? '',
        modifiedGmt: wire.modified_gmt,
        title: wire.title.raw,
        excerpt: wire.excerpt.raw,
        content: wire.content.raw,
        featuredMedia: wire.featured_media,
        ...valuesOf(wire, mapped),
        ...(wire.content.rendered !== undefined && { rendered: wire.content.rendered }),
        ...(wire.content.protected === true && { hasPassword: true }),
        revision: newestRevision(links),
        revisions: links?.['version-history']?.[0]?.count ?? 0,
      }
    },

    toVersion: (wire: z.infer<typeof Version>): PageVersion => {
      const { id, slug, status, parent, _links: links } = wire
      return {
        id,
        slug,
        status,
        parent,
        featuredMedia: wire.featured_media,
        ...valuesOf(wire, mapped),
        ...(wire.content?.protected === true && { hasPassword: true }),
        modifiedGmt: wire.modified_gmt,
        revision: newestRevision(links),
      }
    },
  }
}

/** The newest revision in the links of a page; 0 without one. */
function newestRevision(links: WirePage['_links']): number {
  return links?.['predecessor-version']?.[0]?.id ?? 0
}

function wireName(field: MappedField): string {
  const { group, name } = placeOf(field)
  return encodeURIComponent(group === 'terms' ? name : field)
}

type Mapping = Pick<WirePage, 'menu_order' | 'meta' | 'acf'> & Record<string, unknown>

/** The mapped fields of a response. */
function valuesOf(wire: Mapping, mapped: readonly MappedField[]): Pick<Page, 'mapped'> {
  if (mapped.length === 0) return {}
  const values = mapped.map((field) => {
    const value = wireValue(wire, field)
    return [field, value === undefined ? undefined : toValue(field, value)]
  })
  return { mapped: Object.fromEntries(values) }
}

function wireValue(wire: Mapping, field: MappedField): unknown {
  const { group, name } = placeOf(field)
  return group === 'meta' || group === 'acf' ? wire[group]?.[name] : wire[name]
}

/** A value as it is compared; null for a value that the CMS shows for none. Objects become text. */
function toValue(field: MappedField, value: unknown): MappedValue {
  const known = Plain.safeParse(value)
  const plain = known.success ? known.data : JSON.stringify(value)
  return canonicalText(field, plain) === '' ? null : plain
}

const Plain = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.union([z.string(), z.number()])),
])
