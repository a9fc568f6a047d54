import { buildQuery } from './input/query-string.ts'
import type { RestRequest } from './request.ts'

/** The headers of a list: totals, and links to the previous and next page. */
export function pagingHeaders(
  request: RestRequest,
  route: string,
  found: { total: number; page: number; pages: number },
): Record<string, string | number> {
  const { total, page, pages } = found
  const address = (number: number): string =>
    `${request.site.root}${route}?${buildQuery({ ...request.query, page: number })}`
  const links: string[] = []
  if (page > 1) links.push(`<${address(Math.min(page - 1, pages))}>; rel="prev"`)
  if (pages > page) links.push(`<${address(page + 1)}>; rel="next"`)
  return {
    'X-WP-Total': total,
    'X-WP-TotalPages': pages,
    ...(links.length === 0 ? {} : { Link: links.join(', ') }),
  }
}
