import { z } from 'zod'
import type { Note } from '../core/reasons/note.ts'
import type { Cms } from '../sync/ports/cms.ts'
import type { Connection } from './connection/connection.ts'
import { anyStatus, type Collection } from './pages.ts'
import { walkModified } from './modified-windows.ts'
import { readList } from './read-list.ts'
import type { UnreadableRow } from './read-part.ts'
import { readPartEach } from './read-split.ts'

const perRequest = 100

/** Finds the pages of one collection that changed since a moment, and those that are gone. */
export function openChangedPages(
  connection: Connection,
  { collection, shape }: Collection,
  { readPage }: Pick<Cms, 'readPage'>,
): Pick<Cms, 'readModified' | 'findExisting'> {
  const list = `${collection}?context=edit&status=${anyStatus}`
  return {
    async *readModified({ since, revisions }, signal) {
      const fields = revisions ? shape.versionFieldsWithRevision : shape.versionFields
      const versions = {
        path: `${list}&_fields=${fields}`,
        doing: 'looking for changed pages',
        schema: shape.Version,
        splits: true,
      }
      // Without a filter, so that the same response contains the number of all pages.
      const first = { page: 1, order: '&orderby=modified&order=desc' }
      const read = await readPartEach(connection, versions, first, signal)
      const { rows, total, hidden, unreadable = [] } = read
      const at = connection.clock()
      const isCut =
        since !== undefined &&
        rows.length + unreadable.length === perRequest &&
        rows.every((row) => row.modified_gmt >= since)
      yield {
        pages: isCut ? [] : rows.map(shape.toVersion),
        total,
        at,
        notes: [
          ...unreadable.map(unreadableNote),
          ...(hidden > 0 ? [{ code: 'pages-hidden' as const, count: hidden }] : []),
        ],
      }
      if (!isCut) return
      const newest = rows[0]?.modified_gmt ?? since
      for await (const part of walkModified(connection, versions, { since, newest }, signal))
        yield { pages: part.rows.map(shape.toVersion), notes: part.unreadable.map(unreadableNote) }
    },

    async findExisting(ids, signal) {
      const path = `${list}&_fields=id&include=${ids.join(',')}`
      const doing = `looking whether ${ids.length} pages exist`
      const rows = await readList(connection, { path, doing, schema: z.object({ id: z.int() }) }, signal)
      const found = new Map<number, 'listed' | 'omitted'>(rows.map(({ id }) => [id, 'listed']))
      // A list omits pages that our user may not edit, and pages with some statuses of plug-ins.
      for (const id of ids)
        if (!found.has(id) && (await readPage(id, signal)).state !== 'gone') found.set(id, 'omitted')
      return found
    },
  }
}

function unreadableNote({ name, reason }: UnreadableRow): Note {
  return { code: 'row-not-observed', name, detail: reason }
}
