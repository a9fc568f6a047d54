import { z } from 'zod'
import { recordId, type RecordKey } from '../../../core/record/record.ts'

export const Link = z.strictObject({ text: z.string(), url: z.string() })
export type Link = z.infer<typeof Link>

export function runUrl(id: string): string {
  return `/runs/${encodeURIComponent(id)}`
}

/** Links to a record on its product’s page. */
export function linkTo(record: RecordKey): Link {
  return { text: recordId(record), url: `/products/${record.gtin}?language=${record.language}` }
}

/** The URL if its scheme is http or https; otherwise undefined. */
export function webLink(address: string | undefined): string | undefined {
  return address !== undefined && /^https?:\/\//i.test(address) ? address : undefined
}

type Filter = Readonly<Record<string, string | number | undefined>> & { page: number }

/** Creates URLs of a page with a changed filter and the fragment `anchor`. Every change starts at page 1. */
export function filterLink<F extends Filter>(
  path: string,
  filter: F,
  anchor = '',
): (change: Partial<F>) => string {
  return (change) => {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries({ ...filter, page: 1, ...change }))
      if (value !== undefined && !(name === 'page' && value === 1)) query.set(name, String(value))
    return `${path}${query.size === 0 ? '' : `?${query.toString()}`}${anchor}`
  }
}
