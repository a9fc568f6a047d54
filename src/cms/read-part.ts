import { z } from 'zod'
import type { Response } from '../lib/http/send.ts'
import { type Connection, parseBody } from './connection.ts'
import { countHidden, listSizeOf } from './list-check.ts'

export type Row = { id: number }

export type List<T extends Row> = {
  /** Path and query below the API root, without paging. */
  path: string
  doing: string
  schema: z.ZodType<T>
  /** How many hundreds of rows to skip. */
  skip?: number
  /** A part that cannot be read is read in smaller ones: a row that cannot be read is left out and named. */
  splits?: boolean
}

/**
 * Rows of a collection, the number of all rows that fit, that of the parts of a hundred rows, and how many rows of this
 * part our user may not see.
 */
export type Part<T> = {
  rows: T[]
  total: number | undefined
  parts: number
  hidden: number
  guessed?: boolean
  unreadable?: UnreadableRow[]
}

/** A row that cannot be read, by its name: `page 57`. */
export type UnreadableRow = { name: string; reason: string }

/** Reads the part `page` of a collection; `paging` is the end of its query. */
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
