import { reservedTaxonomies, reservedTypes, takenBases, takenFields } from './reserved.ts'
import type { SiteTypes } from './site-types.ts'

/** An error at a place of the file, such as `post_types.product.rest_base`. */
export type NameFault = { readonly path: readonly string[]; readonly message: string }

/** Names that are reserved, used twice or unknown. */
export function nameFaults(types: SiteTypes): NameFault[] {
  return [...reservedFaults(types), ...baseFaults(types), ...referenceFaults(types), ...metaFaults(types)]
}

function reservedFaults({ post_types, taxonomies }: SiteTypes): NameFault[] {
  const of = (section: string, names: readonly string[], reserved: ReadonlySet<string>): NameFault[] =>
    names
      .filter((name) => reserved.has(name) || name.startsWith('wp_'))
      .map((name) => ({ path: [section, name], message: 'is a reserved name, choose another one' }))
  const both = Object.keys(taxonomies).filter((name) => Object.hasOwn(post_types, name))
  return [
    ...of('post_types', Object.keys(post_types), reservedTypes),
    ...of('taxonomies', Object.keys(taxonomies), reservedTaxonomies),
    ...both.map((name) => ({
      path: ['taxonomies', name],
      message: 'is the name of a post type, too: their pages would have the same URLs',
    })),
  ]
}

type Base = { readonly path: readonly string[]; readonly base: string }

function baseFaults({ post_types, taxonomies }: SiteTypes): NameFault[] {
  const basesOf = (section: string, entries: Readonly<Record<string, { rest_base?: string }>>): Base[] =>
    Object.entries(entries).map(([name, { rest_base: base = name }]) => ({
      path: [section, name, 'rest_base'],
      base,
    }))
  const ofTaxonomies = basesOf('taxonomies', taxonomies)
  const all = [...basesOf('post_types', post_types), ...ofTaxonomies]
  const seen = new Map<string, string>()
  const faults: NameFault[] = []
  for (const { path, base } of all) {
    const key = base.toLowerCase()
    const other = seen.get(key)
    if (takenBases.has(key))
      faults.push({ path, message: `${base} is a route of the CMS, choose another one` })
    else if (other !== undefined) faults.push({ path, message: `${base} is also the rest_base of ${other}` })
    else seen.set(key, path.slice(0, 2).join('.'))
  }
  const fields = ofTaxonomies
    .filter(({ base }) => takenFields.has(base))
    .map(({ path, base }) => ({
      path,
      message: `${base} is a field or parameter of every post type, choose another one`,
    }))
  return [...faults, ...fields]
}

function referenceFaults({ post_types, taxonomies, built_in }: SiteTypes): NameFault[] {
  const types = new Set(['post', 'page', ...Object.keys(post_types)])
  const known = new Set(['category', 'post_tag', ...Object.keys(taxonomies)])
  const users = [
    ...Object.entries(post_types).map(([name, entry]) => ({ path: ['post_types', name], entry })),
    ...Object.entries(built_in).map(([name, entry]) => ({ path: ['built_in', name], entry })),
  ]
  return [
    ...users.flatMap(({ path, entry }) =>
      entry.taxonomies
        .filter((name) => !known.has(name))
        .map((name) => ({
          path: [...path, 'taxonomies'],
          message: `${name} is not a taxonomy of this file, add it below taxonomies`,
        })),
    ),
    ...Object.entries(taxonomies).flatMap(([name, { object_types: wanted }]) =>
      wanted
        .filter((type) => !types.has(type))
        .map((type) => ({
          path: ['taxonomies', name, 'object_types'],
          message: `${type} is neither post, page nor a post type of this file`,
        })),
    ),
  ]
}

/** Without this feature, WordPress does not show `meta`. */
function metaFaults({ post_types }: SiteTypes): NameFault[] {
  return Object.entries(post_types)
    .filter(([, { meta, supports }]) => Object.keys(meta).length > 0 && !supports.includes('custom-fields'))
    .map(([name]) => ({
      path: ['post_types', name, 'meta'],
      message: 'is shown only with custom-fields, add it to supports',
    }))
}
