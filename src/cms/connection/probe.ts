import { z } from 'zod'
import { WirePage } from '../../contracts/cms/page.ts'
import { headerOf, type Response } from '../../lib/http/send.ts'
import type { Cms, Probe } from '../../sync/ports/cms.ts'
import { type Connection, parseBody } from './connection.ts'
import { countHidden, listSizeOf, partSize } from '../list-check.ts'
import { anyStatus } from '../pages.ts'

const Row = WirePage.pick({ id: true })

const query = `context=edit&status=${anyStatus}&orderby=modified&order=desc&per_page=${partSize}&_fields=id`

const cacheHeaders = [
  'age',
  'cf-cache-status',
  'x-cache',
  'x-cache-status',
  'x-litespeed-cache',
  'x-proxy-cache',
  'x-varnish-cache',
]

/** Reads a list of the newest pages to learn about the site. */
export function openProbe(connection: Connection, collection: string): Pick<Cms, 'probe'> {
  const read = (signal: AbortSignal): Promise<Probe> =>
    connection.request<Probe>(
      {
        kind: 'cmsReads',
        method: 'GET',
        path: `${collection}?${query}`,
        doing: 'reading the newest pages',
        read({ body, response }) {
          const rows = parseBody(z.array(Row), body, 'rows')
          return rows.ok ? { ok: true, value: probeOf(response, rows.value) } : rows
        },
      },
      signal,
    )
  return {
    async probe(signal) {
      // The second read of the same list: a cache would return the response of the first.
      await read(signal)
      return read(signal)
    },
  }
}

function probeOf(response: Response, rows: readonly z.infer<typeof Row>[]): Probe {
  const part = { page: 1, rows: rows.length }
  const time = Date.parse(headerOf(response, 'date') ?? '')
  return {
    missing: ['x-wp-total', 'x-wp-totalpages', 'date'].filter(
      (name) => headerOf(response, name) === undefined,
    ),
    hidden: countHidden(listSizeOf(response, part).total, part),
    aheadMs: Number.isNaN(time) ? undefined : time - Date.now(),
    cached: cacheHeaders
      .map((name) => `${name}: ${headerOf(response, name) ?? ''}`)
      .find((line) => /: (?:.*\bhit\b|[1-9]\d*$)/i.test(line)),
  }
}
