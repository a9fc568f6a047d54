import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Engine } from '../engine/start.ts'

/** A page as stored in the database. `thumbnail` is the id of its featured image or 0. */
export type PageRow = {
  id: number
  slug: string
  status: string
  parent: number
  title: string
  content: string
  modified: string
  thumbnail: number
}

/** WordPress's content, read from its database and its uploads folder instead of the interface under test. */
export function readSite(engine: Pick<Engine, 'dbQuery' | 'siteFolder'>) {
  return {
    /** The only page with a slug. Throws if there is none or more than one. */
    async pageAt(slug: string): Promise<PageRow> {
      const [page, ...others] = (await this.pages()).filter((row) => row.slug === slug)
      if (page === undefined || others.length > 0)
        throw new Error(`${others.length + (page ? 1 : 0)} pages at ${slug}`)
      return page
    },

    /** Every page in any status, except those of the installation. */
    async pages(): Promise<PageRow[]> {
      const rows = await engine.dbQuery(`
        SELECT p.ID, p.post_name, p.post_status, p.post_parent, p.post_title, p.post_content, p.post_modified,
          COALESCE(MAX(m.meta_value), 0)
        FROM wp_posts p LEFT JOIN wp_postmeta m ON m.post_id = p.ID AND m.meta_key = '_thumbnail_id'
        WHERE p.post_type = 'page' AND p.post_name NOT IN ('sample-page', 'privacy-policy')
        GROUP BY p.ID ORDER BY p.ID`)
      return rows.map(
        ([id, slug = '', status = '', parent, title = '', content = '', modified = '', image]) => ({
          id: Number(id),
          slug,
          status,
          parent: Number(parent),
          title,
          content,
          modified,
          thumbnail: Number(image),
        }),
      )
    },

    /**
     * One line for each row of every type, including revisions and attachments. Equal lists mean that nothing was
     * written.
     */
    async everyRow(): Promise<string[]> {
      const rows = await engine.dbQuery(`
        SELECT CONCAT_WS(' ', ID, post_type, post_status, post_name, post_parent, post_modified_gmt,
          MD5(CONCAT(post_title, post_excerpt, post_content))) FROM wp_posts
        UNION ALL SELECT CONCAT_WS(' ', 'meta', post_id, meta_key, MD5(meta_value)) FROM wp_postmeta`)
      return rows.map(([line = '']) => line).sort()
    },

    /** The uploaded files, in the order of their attachments' ids, with the hash of the file on disk. */
    async attachments(): Promise<{ id: number; mime: string; file: string; sha256: string }[]> {
      const rows = await engine.dbQuery(`
        SELECT p.ID, p.post_mime_type, m.meta_value FROM wp_posts p
        JOIN wp_postmeta m ON m.post_id = p.ID AND m.meta_key = '_wp_attached_file'
        WHERE p.post_type = 'attachment' ORDER BY p.ID`)
      const uploads = join(engine.siteFolder, 'wp-content', 'uploads')
      return Promise.all(
        rows.map(async ([id, mime = '', file = '']) => {
          const bytes = await readFile(join(uploads, file))
          return { id: Number(id), mime, file, sha256: createHash('sha256').update(bytes).digest('hex') }
        }),
      )
    },
  }
}
