import { z } from 'zod'
import type { BatchResponse } from '../contracts/cms/batch.ts'
import { CmsErrorBody } from '../contracts/cms/error.ts'
import { WirePage } from '../contracts/cms/page.ts'
import type { PageWrite, PageWritten } from '../core/record/page.ts'
import { quote } from '../lib/text/quote.ts'
import type { PageShape } from './page-shape.ts'

const Deleted = z.object({ deleted: z.literal(true), previous: z.looseObject({}).optional() })

/** The result of one write; a string is the reason why its sub-response is not usable. */
export function readWritten(
  shape: PageShape,
  response: BatchResponse | null,
  write: PageWrite | undefined,
): PageWritten | string {
  if (response === null) return 'a write has no response'
  const { status, body } = response
  if (status < 200 || status >= 300) return toRefusal(status, body)
  const page = shape.Wire.safeParse(body)
  if (page.success) return { ok: true, page: shape.toPage(page.data) }
  const deleted = Deleted.safeParse(body)
  if (deleted.success && write?.kind === 'delete') return toDeleted(shape, write.id, deleted.data.previous)
  return `a write returned ${status} with a page of another form: ${z.prettifyError(page.error)}`
}

function toRefusal(status: number, body: unknown): PageWritten {
  const error = CmsErrorBody.safeParse(body).data
  const details = error?.data?.['params']
  const more = details === undefined ? '' : ` ${quote(JSON.stringify(details))}`
  return {
    ok: false,
    status,
    code: error?.code ?? 'unknown',
    reason: error === undefined ? `returned ${status}` : `${quote(error.message)}${more}`,
  }
}

/** The page before its deletion; fields that the CMS omitted are empty. */
function toDeleted(shape: PageShape, id: number, previous: unknown): PageWritten {
  const page = shape.Wire.safeParse(previous)
  if (page.success) return { ok: true, page: shape.toPage(page.data) }
  const known = WirePage.partial().catch({}).parse(previous)
  return {
    ok: true,
    page: {
      id,
      slug: known.slug ?? '',
      status: known.status ?? 'trash',
      parent: known.parent ?? 0,
      link: known.link ?? '',
      author: known.author ?? 0,
      createdGmt: known.date_gmt ?? '',
      modifiedGmt: known.modified_gmt ?? '',
      title: known.title?.raw ?? '',
      excerpt: known.excerpt?.raw ?? '',
      content: known.content?.raw ?? '',
      featuredMedia: known.featured_media ?? 0,
      revision: 0,
      revisions: 0,
    },
  }
}
