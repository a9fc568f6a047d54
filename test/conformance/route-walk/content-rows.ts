import type { DocumentedRow } from './documented-row.ts'

const collection =
  'context page per_page search search_semantics search_columns after before include exclude offset order orderby slug status'
const dates = 'modified_after modified_before'
const content =
  'date date_gmt slug status password title content excerpt author featured_media comment_status ping_status meta template'
const post = `${content} format sticky categories tags`
const page = `${content} parent menu_order`
const media =
  'date date_gmt slug status title author featured_media comment_status ping_status meta template alt_text caption description post'
const comment =
  'author author_email author_ip author_name author_url author_user_agent content date date_gmt parent post status meta'
const menuItem =
  'title type status parent attr_title classes description menu_order object object_id target url xfn menus meta'
const revisions = 'parent context page per_page search exclude include offset order orderby'
const updating = ['POST', 'PUT', 'PATCH'] as const

/** The index, the batch route, oEmbed and the content routes, row by row as in the interface description. */
export const contentRows: readonly DocumentedRow[] = [
  { methods: ['GET'], path: '/', args: 'context' },
  { methods: ['POST'], path: '/batch/v1', args: 'validation requests' },

  { methods: ['GET'], path: '/oembed/1.0', args: 'namespace context' },
  { methods: ['GET'], path: '/oembed/1.0/embed', args: 'url format maxwidth' },
  { methods: ['GET'], path: '/oembed/1.0/proxy', args: 'url format maxwidth maxheight discover' },

  ...[
    'cms/v2',
    'cms-sync/v1',
    'cms-block-editor/v1',
    'security/v1',
    'seo/v1',
    'regenerate-thumbnails/v1',
    'cms-site-health/v1',
    'cms-abilities/v1',
  ].map((name): DocumentedRow => ({ methods: ['GET'], path: `/${name}`, args: 'namespace context' })),

  {
    methods: ['GET'],
    path: '/cms/v2/posts',
    args: `${collection} ${dates} author author_exclude categories categories_exclude tags tags_exclude tax_relation sticky ignore_sticky format`,
  },
  { methods: ['POST'], path: '/cms/v2/posts', args: post },
  { methods: ['GET'], path: '/cms/v2/posts/<id>', args: 'context excerpt_length password' },
  { methods: updating, path: '/cms/v2/posts/<id>', args: post },
  { methods: ['DELETE'], path: '/cms/v2/posts/<id>', args: 'force' },

  {
    methods: ['GET'],
    path: '/cms/v2/pages',
    args: `${collection} ${dates} author author_exclude menu_order parent parent_exclude orderby_hierarchy`,
  },
  { methods: ['POST'], path: '/cms/v2/pages', args: page },
  { methods: ['GET'], path: '/cms/v2/pages/<id>', args: 'context excerpt_length password' },
  { methods: updating, path: '/cms/v2/pages/<id>', args: page },
  { methods: ['DELETE'], path: '/cms/v2/pages/<id>', args: 'force' },

  ...[
    { base: 'posts', fields: post },
    { base: 'pages', fields: page },
  ].flatMap(({ base, fields }): DocumentedRow[] => [
    { methods: ['GET'], path: `/cms/v2/${base}/<parent>/revisions`, args: revisions },
    { methods: ['GET'], path: `/cms/v2/${base}/<parent>/revisions/<id>`, args: 'context' },
    { methods: ['DELETE'], path: `/cms/v2/${base}/<parent>/revisions/<id>`, args: 'force' },
    { methods: ['GET'], path: `/cms/v2/${base}/<id>/autosaves`, args: 'parent context' },
    { methods: ['POST'], path: `/cms/v2/${base}/<id>/autosaves`, args: fields },
    { methods: ['GET'], path: `/cms/v2/${base}/<parent>/autosaves/<id>`, args: 'context' },
  ]),

  {
    methods: ['GET'],
    path: '/cms/v2/media',
    args: `${collection} ${dates} author author_exclude parent parent_exclude media_type mime_type`,
  },
  { methods: ['POST'], path: '/cms/v2/media', args: `${media} generate_sub_sizes convert_format` },
  { methods: ['GET'], path: '/cms/v2/media/<id>', args: 'context' },
  { methods: updating, path: '/cms/v2/media/<id>', args: media },
  { methods: ['DELETE'], path: '/cms/v2/media/<id>', args: 'force' },
  { methods: ['POST'], path: '/cms/v2/media/<id>/post-process', args: 'action' },
  {
    methods: ['POST'],
    path: '/cms/v2/media/<id>/edit',
    args: 'src modifiers rotation x y width height caption description title post alt_text',
  },
  {
    methods: ['POST'],
    path: '/cms/v2/media/<id>/sideload',
    args: 'image_size generate_sub_sizes convert_format',
  },
  { methods: ['POST'], path: '/cms/v2/media/<id>/finalize', args: 'sub_sizes' },

  {
    methods: ['GET'],
    path: '/cms/v2/menu-items',
    args: `${collection} ${dates} menus menus_exclude menu_order tax_relation`,
  },
  { methods: ['POST'], path: '/cms/v2/menu-items', args: menuItem },
  { methods: ['GET'], path: '/cms/v2/menu-items/<id>', args: 'context' },
  { methods: updating, path: '/cms/v2/menu-items/<id>', args: menuItem },
  { methods: ['DELETE'], path: '/cms/v2/menu-items/<id>', args: 'force' },

  {
    methods: ['GET'],
    path: '/cms/v2/comments',
    args: 'context page per_page search after before author author_exclude include exclude offset order orderby parent parent_exclude post author_email status type password',
  },
  { methods: ['POST'], path: '/cms/v2/comments', args: comment },
  { methods: ['GET'], path: '/cms/v2/comments/<id>', args: 'context password' },
  { methods: updating, path: '/cms/v2/comments/<id>', args: comment },
  { methods: ['DELETE'], path: '/cms/v2/comments/<id>', args: 'force password' },

  { methods: ['GET'], path: '/cms/v2/block-patterns/patterns' },
  { methods: ['GET'], path: '/cms/v2/icons', args: 'context page per_page search' },
  { methods: ['GET'], path: '/cms/v2/icons/<segment>/<segment>', args: 'context' },
]
