import type { PageRow } from '../../../tools/chaos/actors/pages.ts'

/** A public page with no content, as the oracle of the chaos suite reads it. */
export const page: PageRow = {
  id: 7,
  slug: 'gtin-1-de',
  status: 'publish',
  parent: 0,
  title: 'One',
  excerpt: '',
  content: '',
  featuredMedia: 0,
  modified: '2026-11-27T10:00:00',
  link: 'http://localhost/gtin-1-de/',
}
