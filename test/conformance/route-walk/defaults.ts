import type { Method } from './documented-row.ts'

/** The values of omitted arguments; null if the description documents that there is none. */
export type Defaults = {
  readonly method: Method
  readonly path: string
  readonly values: Readonly<Record<string, unknown>>
}

const list = {
  context: 'view',
  page: 1,
  per_page: 10,
  search_columns: [],
  include: [],
  exclude: [],
  order: 'desc',
  orderby: 'date',
  status: 'publish',
}
const authors = { author: [], author_exclude: [] }
const { search_columns: _columns, status: _status, ...plain } = list
const revisions = { context: 'view', page: 1, include: [], exclude: [], order: 'desc', orderby: 'date' }
const scores = { taxonomy: '', term: null, troubleshooting: null }
const force = { force: false }

const get = (path: string, values: Defaults['values']): Defaults => ({ method: 'GET', path, values })
const post = (path: string, values: Defaults['values']): Defaults => ({ method: 'POST', path, values })
const remove = (path: string): Defaults => ({ method: 'DELETE', path, values: force })

/** Every default in the interface description. */
export const defaults: readonly Defaults[] = [
  get('/', { context: 'view' }),
  post('/batch/v1', { validation: 'normal' }),
  get('/oembed/1.0', { context: 'view' }),
  get('/oembed/1.0/embed', { format: 'json', maxwidth: 600 }),
  get('/oembed/1.0/proxy', { format: 'json', maxwidth: 600, discover: true }),
  get('/cms/v2', { context: 'view' }),
  get('/cms/v2/posts', { ...list, ...authors, ignore_sticky: true }),
  get('/cms/v2/pages', { ...list, ...authors, orderby_hierarchy: false }),
  get('/cms/v2/media', { ...list, ...authors, status: 'inherit' }),
  get('/cms/v2/menu-items', { ...list, per_page: 100, order: 'asc', orderby: 'menu_order' }),
  get('/cms/v2/comments', {
    ...plain,
    ...authors,
    orderby: 'date_gmt',
    parent: [],
    parent_exclude: [],
    post: [],
    author_email: null,
    status: 'approve',
    type: 'comment',
  }),
  get('/cms/v2/posts/2/revisions', revisions),
  get('/cms/v2/pages/2/revisions', revisions),
  get('/cms/v2/icons', { per_page: 10 }),
  get('/regenerate-thumbnails/v1/featuredimages', { page: 1, per_page: 10 }),
  ...['posts', 'pages', 'media', 'menu-items', 'comments'].map((base) => remove(`/cms/v2/${base}/2`)),
  remove('/cms/v2/posts/2/revisions/2'),
  remove('/cms/v2/pages/2/revisions/2'),
  post('/cms/v2/media', { generate_sub_sizes: true, convert_format: true }),
  post('/cms/v2/media/2/sideload', { generate_sub_sizes: false, convert_format: true }),
  post('/cms/v2/media/2/finalize', { sub_sizes: [] }),
  post('/cms/v2/comments', { parent: 0, post: 0 }),
  post('/cms/v2/menu-items', {
    type: 'custom',
    status: 'publish',
    parent: 0,
    menu_order: 1,
    object_id: 0,
  }),
  ...(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).map((method) => ({
    method,
    path: '/regenerate-thumbnails/v1/regenerate/2',
    values: {
      only_regenerate_missing_thumbnails: true,
      delete_unregistered_thumbnail_files: false,
      update_usages_in_posts: true,
      update_usages_in_posts_post_type: [],
      update_usages_in_posts_post_ids: [],
      update_usages_in_posts_posts_per_loop: 10,
    },
  })),
  post('/seo/v1/ai_generator/get_usage', { is_shop_product_entity: false }),
  get('/seo/v1/readability_scores', scores),
  get('/seo/v1/seo_scores', scores),
  post('/seo/v1/introductions/x/seen', { is_seen: true }),
  post('/seo/v1/video_embed_permission', { value: true }),
  get('/seo/v1/available_posts', { search: '', postType: 'page' }),
]

/** Collections whose `per_page` has no default. */
export const withoutPageSize: readonly string[] = ['/cms/v2/posts/2/revisions', '/cms/v2/pages/2/revisions']
