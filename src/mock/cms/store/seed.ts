import { type Comment, type Row, type Term, blankRow } from './rows.ts'

const date = {
  date: '2024-01-15T09:00:00',
  dateGmt: '2024-01-15T08:00:00',
  modified: '2024-01-15T09:00:00',
  modifiedGmt: '2024-01-15T08:00:00',
}
const seed = { ...blankRow, ...date, author: 1, status: 'publish', pingStatus: 'open' } as const

/** The initial content. */
export const seedRows: readonly Row[] = [
  {
    ...seed,
    id: 1,
    type: 'post',
    slug: 'hello-world',
    title: 'Hello world!',
    content: '<p>First post of the reference site.</p>',
    commentStatus: 'open',
    terms: { category: [1] },
  },
  {
    ...seed,
    id: 2,
    type: 'page',
    slug: 'sample-page',
    title: 'Sample Page',
    content: '<p>Sample page of the reference site.</p>',
  },
  {
    ...seed,
    id: 3,
    type: 'page',
    status: 'draft',
    slug: 'privacy-policy',
    title: 'Privacy Policy',
    content: '<p>Draft page of the reference site.</p>',
  },
]

export const seedComments: readonly Comment[] = [
  {
    id: 1,
    post: 1,
    parent: 0,
    author: 0,
    authorName: 'First Commenter',
    authorEmail: 'commenter@example.org',
    authorUrl: 'https://example.org/',
    authorIp: '',
    authorAgent: '',
    date: date.date,
    dateGmt: date.dateGmt,
    content: 'First comment of the reference site.',
    status: 'approved',
    type: 'comment',
    meta: {},
  },
]

const term = { description: '', parent: 0 }

export const seedTerms: readonly Term[] = [
  { ...term, id: 1, taxonomy: 'category', name: 'Uncategorized', slug: 'uncategorized' },
  { ...term, id: 11, taxonomy: 'category', name: 'News', slug: 'news' },
  { ...term, id: 12, taxonomy: 'category', name: 'Local news', slug: 'local-news', parent: 11 },
  { ...term, id: 13, taxonomy: 'post_tag', name: 'Alpha', slug: 'alpha' },
  { ...term, id: 14, taxonomy: 'post_tag', name: 'Beta', slug: 'beta' },
  { ...term, id: 15, taxonomy: 'nav_menu', name: 'Main menu', slug: 'main-menu' },
  { ...term, id: 16, taxonomy: 'nav_menu', name: 'Footer menu', slug: 'footer-menu' },
]

export const siteName = 'Reference site'
