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
