import type { Store } from '../store/store.ts'

/** The WordPress capabilities for the terms of a taxonomy. */
export type TermRights = { readonly edit: string; readonly create: string; readonly assign: string }

/** Only a flat taxonomy lets everyone who may assign its terms create new ones. */
export function termRightsOf({ registry }: Store, taxonomy: string): TermRights {
  if (taxonomy === 'nav_menu')
    return { edit: 'edit_theme_options', create: 'edit_theme_options', assign: 'edit_theme_options' }
  const isTree = registry.taxonomyOf(taxonomy)?.hierarchical === true
  return {
    edit: 'manage_categories',
    create: isTree ? 'manage_categories' : 'edit_posts',
    assign: 'edit_posts',
  }
}

/** The names of the capabilities in a description. Categories and tags have other names for the same rights. */
export function termCapabilities(store: Store, taxonomy: string): Record<string, string> {
  const words = { category: 'categories', post_tag: 'post_tags' }
  const word = taxonomy === 'category' || taxonomy === 'post_tag' ? words[taxonomy] : undefined
  const { edit, assign } = termRightsOf(store, taxonomy)
  const named = (verb: string, real: string): string => (word === undefined ? real : `${verb}_${word}`)
  return {
    manage_terms: named('manage', edit),
    edit_terms: named('edit', edit),
    delete_terms: named('delete', edit),
    assign_terms: named('assign', assign),
  }
}
