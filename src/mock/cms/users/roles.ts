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
const others = ['moderate_comments', 'manage_categories', 'manage_links', 'unfiltered_html']
const ofOthers = ['edit_others', 'delete_others', 'edit_private', 'delete_private', 'read_private']
const ofPages = ['edit', 'publish', 'edit_published', 'delete', 'delete_published', ...ofOthers]
const editor = [
  ...author,
  ...others,
  ...ofOthers.map((right) => `${right}_posts`),
  ...ofPages.map((right) => `${right}_pages`),
]
const ofSite = [
  'edit_theme_options',
  'manage_options',
  'export',
  'import',
  'edit_dashboard',
  'activate_plugins',
  'switch_themes',
  'edit_files',
  'unfiltered_upload',
  'update_core',
  ...['edit', 'update', 'install', 'delete'].flatMap((act) => [`${act}_plugins`, `${act}_themes`]),
]
const ofUsers = ['list_users', 'create_users', 'edit_users', 'delete_users', 'promote_users', 'remove_users']
const administrator = [...editor, ...ofSite, ...ofUsers]

/** WordPress's capabilities of each role. */
export const capabilities: Readonly<Record<Role, ReadonlySet<string>>> = {
  administrator: new Set([...administrator, ...levels(10)]),
  editor: new Set([...editor, ...levels(7)]),
  author: new Set([...author, ...levels(2)]),
  contributor: new Set([...contributor, ...levels(1)]),
  subscriber: new Set([...subscriber, ...levels(0)]),
}

/** The numeric levels that preceded roles. Each level includes those below. */
function levels(highest: number): string[] {
  return Array.from({ length: highest + 1 }, (_, level) => `level_${level}`)
}
