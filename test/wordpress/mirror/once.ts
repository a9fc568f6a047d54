import { expect } from 'vitest'
import type { PageRow, readSite } from './site.ts'

type Site = ReturnType<typeof readSite>

/** Expects the root, a page per language, and these slugs, each exactly once and no others. */
export async function expectPagesOnce(
  site: Site,
  languages: readonly string[],
  slugs: readonly string[],
): Promise<PageRow[]> {
  const pages = await site.pages()
  expect(pages.map(({ slug }) => slug).sort()).toEqual(['products', ...languages, ...slugs].sort())
  const root = pages.find(({ slug }) => slug === 'products')
  expect(root).toMatchObject({ parent: 0, status: 'publish' })
  for (const language of languages) {
    const parent = pages.find(({ slug }) => slug === language)
    expect(parent).toMatchObject({ parent: root?.id, status: 'publish' })
  }
  return pages
}

/** Expects at least one file, and no duplicates. */
export async function expectFilesOnce(site: Site) {
  const files = await site.attachments()
  expect(files.length).toBeGreaterThan(0)
  expect(new Set(files.map(({ sha256 }) => sha256)).size).toBe(files.length)
  return files
}
