import { findMarked } from '../../core/markup/find-block.ts'
import type { Page } from '../../core/record/page.ts'
import { parentMarks, type Parent } from '../../core/render/parent.ts'
import { numberedSlugs } from '../../core/page/duplicate-slug.ts'

/** The place of a parent page: its path, its slug and the id of the page above it. */
export type Level = { path: string; slug: string; parent: number }

/** The key of a parent page's intent and failures. */
export function parentId(path: string): `parent:${string}` {
  return `parent:${path}`
}

/** The parent page that belongs at a path (`products`, `products/de-de`). */
export function parentAt(path: string): Parent {
  const slash = path.indexOf('/')
  return slash === -1 ? { kind: 'root' } : { kind: 'language', language: path.slice(slash + 1) }
}

/**
 * The page that serves as parent at a place: any page at its slug, else our oldest numbered one. The CMS adds a number
 * if the slug belongs to something other than a page.
 */
export function currentParentAt(level: Level, pages: readonly Page[]): Page | undefined {
  const usable = pages.filter((page) => page.parent === level.parent && isUsable(page))
  const numbered = new Set(numberedSlugs(level.slug))
  const marks = parentMarks(parentAt(level.path))
  return (
    usable.find(({ slug }) => slug === level.slug) ??
    usable.find(({ slug, content }) => numbered.has(slug) && findMarked(content, marks).state === 'ok')
  )
}

export function isUsable({ status }: Pick<Page, 'status'>): boolean {
  return status !== 'trash' && status !== 'auto-draft'
}
