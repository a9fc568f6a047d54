import type { Feature, PostTypeEntry, SiteTypes } from '../../contracts/site-types/site-types.ts'
import { builtInTaxonomies, builtInTypes } from './built-in.ts'
import type { TaxonomyFacts, TypeFacts } from './facts.ts'
import { taxonomyLabels, typeLabels } from './labels.ts'

/** The post types and taxonomies of the CMS: its own, and those of the file of `--types`. */
export type Registry = {
  readonly types: readonly TypeFacts[]
  readonly taxonomies: readonly TaxonomyFacts[]
  /** Post types and taxonomies of the file. */
  readonly addedTypes: readonly TypeFacts[]
  readonly addedTaxonomies: readonly TaxonomyFacts[]
  /** There is a file. */
  readonly isExtended: boolean
  readonly typeOf: (name: string) => TypeFacts | undefined
  readonly taxonomyOf: (name: string) => TaxonomyFacts | undefined
  readonly taxonomiesOf: (type: string) => readonly TaxonomyFacts[]
  readonly supports: (type: string, feature: Feature) => boolean
}

export function createRegistry(site?: SiteTypes): Registry {
  const addedTypes = site === undefined ? [] : typesOf(site)
  const types = [...builtInTypes.map((type) => extended(type, site)), ...addedTypes]
  const addedTaxonomies = site === undefined ? [] : taxonomiesOf(site)
  const taxonomies = [...builtInTaxonomies.map((one) => withTypes(one, site)), ...addedTaxonomies]
  const byType = new Map(types.map((type) => [type.name, type]))
  const byTaxonomy = new Map(taxonomies.map((taxonomy) => [taxonomy.name, taxonomy]))
  return {
    types,
    taxonomies,
    addedTypes,
    addedTaxonomies,
    isExtended: site !== undefined,
    typeOf: (name) => byType.get(name),
    taxonomyOf: (name) => byTaxonomy.get(name),
    taxonomiesOf: (type) => taxonomies.filter((taxonomy) => taxonomy.types.includes(type)),
    supports: (type, feature) => byType.get(type)?.supports.has(feature) === true,
  }
}

function typesOf({ post_types }: SiteTypes): TypeFacts[] {
  return Object.entries(post_types).map(([name, entry]) => ({
    name,
    base: entry.rest_base ?? name,
    labels: typeLabels({ name, hierarchical: entry.hierarchical, labels: entry.labels }),
    description: entry.description,
    hierarchical: entry.hierarchical,
    icon: null,
    supports: withAutosave(entry.supports),
    meta: entry.meta,
    acf: entry.acf,
  }))
}

/** As in WordPress, an editor implies autosaves. */
function withAutosave(given: readonly Feature[]): ReadonlySet<Feature> {
  return new Set(given.includes('editor') ? [...given, 'autosave'] : given)
}

function taxonomiesOf(site: SiteTypes): TaxonomyFacts[] {
  return Object.entries(site.taxonomies).map(([name, entry]) =>
    withTypes(
      {
        name,
        base: entry.rest_base ?? name,
        labels: taxonomyLabels({ name, hierarchical: entry.hierarchical, labels: entry.labels }),
        description: entry.description,
        hierarchical: entry.hierarchical,
        types: entry.object_types,
      },
      site,
    ),
  )
}

/** A taxonomy with the post types that name it. */
function withTypes(taxonomy: TaxonomyFacts, site: SiteTypes | undefined): TaxonomyFacts {
  if (site === undefined) return taxonomy
  const entries: [string, Pick<PostTypeEntry, 'taxonomies'>][] = [
    ...Object.entries(site.built_in),
    ...Object.entries(site.post_types),
  ]
  const users = entries.filter(([, entry]) => entry.taxonomies.includes(taxonomy.name))
  return { ...taxonomy, types: [...new Set([...taxonomy.types, ...users.map(([type]) => type)])] }
}

function extended(type: TypeFacts, site: SiteTypes | undefined): TypeFacts {
  const { post, page } = site?.built_in ?? {}
  const { meta, acf } = (type.name === 'post' ? post : type.name === 'page' ? page : undefined) ?? type
  return { ...type, meta, acf }
}
