import { z } from 'zod'
import type { Response } from '../lib/http/send.ts'
import { type Connection, parseBody } from './connection/connection.ts'
import { countHidden, listSizeOf } from './list-check.ts'

export type Row = { id: number }

export type List<T extends Row> = {
  /** Path and query below the API root, without paging. */
  path: string
  doing: string
  schema: z.ZodType<T>
  /** Parts of 100 rows to skip. */
  skip?: number
  /**
   * Whether a part that fails is read in smaller ones. Rows that cannot be read are then listed in
   * `unreadable`.
   */
  splits?: boolean
}

/**
 * Rows of a collection. `total`: rows of the whole list; `parts`: its length in parts of 100 rows; `hidden`:
 * rows of this part that our user may not see.
 */
export type Part<T> = {
  rows: T[]
  total: number | undefined
  parts: number
  hidden: number
  guessed?: boolean
  unreadable?: UnreadableRow[]
}

/** `name`: `page 57`. */
export type UnreadableRow = { name: string; reason: string }

/** Reads the part `page` of a collection; `paging` is appended to its path. */
export function readPart<T extends Row>(
  connection: Connection,
  { path, doing, schema }: List<T>,
  {
    page,
    paging,
    judge,
  }: { page: number; paging: string; judge?: (response: Response) => Part<T> | undefined },
  signal: AbortSignal,
): Promise<Part<T>> {
  return connection.request<Part<T>>(
    {
      kind: 'cmsReads',
      method: 'GET',
      path: path + paging,
      doing,
      ...(judge && { judge }),
      read({ body, response }) {
        const rows = parseBody(z.array(schema), body, 'rows')
        if (!rows.ok) return rows
        const read = { page, rows: rows.value.length }
        const size = listSizeOf(response, read)
        return { ok: true, value: { rows: rows.value, ...size, hidden: countHidden(size.total, read) } }
      },
    },
    signal,
  )
}
