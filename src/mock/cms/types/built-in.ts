import type { Feature } from '../../contracts/site-types/site-types.ts'
import type { TaxonomyFacts, TypeFacts } from './facts.ts'
import { type GivenLabels, taxonomyLabels, typeLabels } from './labels.ts'

type Own = {
  readonly base: string
  readonly labels: GivenLabels
  readonly hierarchical?: true
  readonly icon?: string
  readonly supports: readonly Feature[]
}

const common: readonly Feature[] = [
  'title',
  'editor',
  'author',
  'thumbnail',
  'custom-fields',
  'comments',
  'revisions',
  'autosave',
]
const types = {
  post: {
    base: 'posts',
    labels: { name_admin_bar: 'Post' },
    icon: 'dashicons-admin-post',
    supports: [...common, 'excerpt', 'trackbacks', 'post-formats'],
  },
  page: {
    base: 'pages',
    labels: { name_admin_bar: 'Page' },
    icon: 'dashicons-admin-page',
    hierarchical: true,
    supports: [...common, 'page-attributes'],
  },
  attachment: {
    base: 'media',
    labels: {
      name: 'Media',
      name_admin_bar: 'Media',
      add_new: 'Add Media File',
      add_new_item: 'Add Media File',
      edit_item: 'Edit Media',
      view_item: 'View Media File',
      attributes: 'Attachment Attributes',
    },
    icon: 'dashicons-admin-media',
    supports: ['title', 'author', 'comments'],
  },
  nav_menu_item: {
    base: 'menu-items',
    labels: { name: 'Navigation Menu Items', singular_name: 'Navigation Menu Item' },
    supports: ['title', 'editor'],
  },
} satisfies Readonly<Record<string, Own>>

/** The post types that the CMS has without `--types`, except revisions, which are listed below their posts. */
export const builtInTypes: readonly TypeFacts[] = Object.entries<Own>(types).map(([name, own]) => ({
  name,
  base: own.base,
  labels: typeLabels({ name, hierarchical: own.hierarchical === true, labels: own.labels }),
  description: '',
  hierarchical: own.hierarchical === true,
  icon: own.icon ?? null,
  supports: new Set(own.supports),
  meta: {},
  acf: {},
}))

export const builtInTaxonomies: readonly TaxonomyFacts[] = [
  {
    name: 'category',
    base: 'categories',
    labels: taxonomyLabels({ name: 'category', hierarchical: true, labels: {} }),
    description: '',
    hierarchical: true,
    types: ['post'],
  },
  {
    name: 'post_tag',
    base: 'tags',
    labels: taxonomyLabels({ name: 'post_tag', hierarchical: false, labels: {} }),
    description: '',
    hierarchical: false,
    types: ['post'],
  },
  {
    name: 'nav_menu',
    base: 'menus',
    labels: taxonomyLabels({
      name: 'nav_menu',
      hierarchical: false,
      labels: { name: 'Navigation Menus', singular_name: 'Navigation Menu' },
    }),
    description: '',
    hierarchical: false,
    types: ['nav_menu_item'],
  },
]

/** Types and taxonomies that WordPress does not show in its REST interface. */
export const hiddenTypes: ReadonlySet<string> = new Set([
  'revision',
  'custom_css',
  'customize_changeset',
  'oembed_cache',
  'user_request',
  'wp_global_styles',
])
export const hiddenTaxonomies: ReadonlySet<string> = new Set(['link_category', 'post_format', 'wp_theme'])

const builtIn = new Set(['revision', ...Object.keys(types)])

/** Whether the CMS has a post type without `--types`. */
export function isBuiltIn(type: string): boolean {
  return builtIn.has(type)
}
