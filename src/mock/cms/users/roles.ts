export type Role = 'administrator' | 'editor' | 'author' | 'contributor' | 'subscriber'

const subscriber = ['read']
const contributor = [...subscriber, 'edit_posts', 'delete_posts']
const author = [
  ...contributor,
  'publish_posts',
  'upload_files',
  'edit_published_posts',
  'delete_published_posts',
]
const editor = [
  ...author,
  ...['moderate_comments', 'manage_categories', 'manage_links', 'unfiltered_html'],
  ...[
    'edit_others_posts',
    'delete_others_posts',
    'edit_private_posts',
    'delete_private_posts',
    'read_private_posts',
  ],
  ...['edit_pages', 'publish_pages', 'edit_others_pages', 'edit_published_pages', 'edit_private_pages'],
  ...[
    'delete_pages',
    'delete_others_pages',
    'delete_published_pages',
    'delete_private_pages',
    'read_private_pages',
  ],
]
const administrator = [
  ...editor,
  ...['edit_theme_options', 'manage_options', 'export', 'import', 'list_users', 'create_users', 'edit_users'],
  ...['delete_users', 'promote_users', 'switch_themes', 'edit_themes', 'activate_plugins', 'edit_dashboard'],
]

/** What each role may do, in the engine's own words. */
export const capabilities: Readonly<Record<Role, ReadonlySet<string>>> = {
  administrator: new Set(administrator),
  editor: new Set(editor),
  author: new Set(author),
  contributor: new Set(contributor),
  subscriber: new Set(subscriber),
}
