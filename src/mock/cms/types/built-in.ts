import type { Feature } from '../../contracts/site-types/site-types.ts'
import type { Labels, TaxonomyFacts, TypeFacts } from './facts.ts'

type Own = {
  readonly base: string
  readonly labels: Labels
  readonly hierarchical?: true
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
    labels: { name: 'Posts', singular_name: 'Post' },
    supports: [...common, 'excerpt', 'trackbacks', 'post-formats'],
  },
  page: {
    base: 'pages',
    labels: { name: 'Pages', singular_name: 'Page' },
    hierarchical: true,
    supports: [...common, 'page-attributes'],
  },
  attachment: {
    base: 'media',
    labels: { name: 'Media', singular_name: 'Media' },
    supports: ['title', 'author', 'comments'],
  },
  nav_menu_item: {
    base: 'menu-items',
    labels: { name: 'Navigation Menu Items', singular_name: 'Navigation Menu Item' },
    supports: [],
  },
} satisfies Readonly<Record<string, Own>>

/** The post types that the CMS has without `--types`, apart from revisions, which have no routes of their own. */
export const builtInTypes: readonly TypeFacts[] = Object.entries<Own>(types).map(([name, own]) => ({
  name,
  base: own.base,
  labels: own.labels,
  description: '',
  hierarchical: own.hierarchical === true,
  supports: new Set(own.supports),
  meta: {},
  acf: {},
}))

export const builtInTaxonomies: readonly TaxonomyFacts[] = [
  {
    name: 'category',
    base: 'categories',
    labels: { name: 'Categories', singular_name: 'Category' },
    description: '',
    hierarchical: true,
    types: ['post'],
  },
  {
    name: 'post_tag',
    base: 'tags',
    labels: { name: 'Tags', singular_name: 'Tag' },
    description: '',
    hierarchical: false,
    types: ['post'],
  },
  {
    name: 'nav_menu',
    base: 'menus',
    labels: { name: 'Navigation Menus', singular_name: 'Navigation Menu' },
    description: '',
    hierarchical: false,
    types: ['nav_menu_item'],
  },
]

const builtIn = new Set(['revision', ...Object.keys(types)])

/** Whether the CMS has a post type without `--types`. */
export function isBuiltIn(type: string): boolean {
  return builtIn.has(type)
}
