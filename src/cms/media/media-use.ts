import { z } from 'zod'
import type { Media } from '../../core/record/media.ts'
import type { Connection } from '../connection/connection.ts'
import { anyStatus } from '../pages.ts'
import { hasRows, walkParts } from '../read-list.ts'
import { saysGone } from '../connection/response.ts'

const Attached = z.object({ post: z.int().nullish() })
const Featured = z.object({ id: z.int(), featured_media: z.int() })
const Found = z.object({ id: z.int() })

/** `types`: the collections whose pages may show files. */
export type Library = { connection: Connection; types: readonly string[] }

/**
 * Whether an attachment belongs to a page, or its URL appears in the content of one, in any status. `types`: the
 * collections that are searched. It does not find use as a featured image.
 */
export async function isMediaUsed(
  { connection, types }: Library,
  { id, url }: Pick<Media, 'id' | 'url'>,
  signal: AbortSignal,
): Promise<boolean> {
  const doing = `checking where media ${id} is used`
  const parent = await connection.request<number>(
    {
      kind: 'cmsReads',
      method: 'GET',
      path: `${connection.namespace}/media/${id}?context=edit&_fields=post`,
      doing,
      judge: (response) => (saysGone(response) ? 0 : undefined),
      read: ({ body }) => ({ ok: true, value: Attached.safeParse(body).data?.post ?? 0 }),
    },
    signal,
  )
  if (parent !== 0) return true
  const search = encodeURIComponent(stemOf(url))
  for (const kind of types) {
    const path = `${connection.namespace}/${kind}?search=${search}&status=${anyStatus}&_fields=id`
    if (await hasRows(connection, { path, doing, schema: Found }, signal)) return true
  }
  return false
}

/**
 * Which of some attachments are the featured image of a page. The CMS has no filter for it, so this reads all pages of
 * these types.
 */
export async function findFeatured(
  { connection, types }: Library,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<ReadonlySet<number>> {
  const wanted = new Set(ids)
  const used = new Set<number>()
  if (wanted.size === 0) return used
  for (const kind of types) {
    const path = `${connection.namespace}/${kind}?status=${anyStatus}&_fields=id,featured_media`
    const doing = `searching ${kind} for featured images`
    for await (const { rows, hidden } of walkParts(connection, { path, doing, schema: Featured }, signal)) {
      // A page that our user may not see may use any of them.
      if (hidden > 0) return wanted
      for (const { featured_media: id } of rows) if (wanted.has(id)) used.add(id)
    }
  }
  return used
}

/** The part that the URLs of a file and of its smaller sizes share. */
function stemOf(url: string): string {
  const name = (URL.parse(url)?.pathname ?? url).split('/').at(-1) ?? ''
  return name.replace(/\.[^.]*$/, '').replace(/-(?:scaled|rotated)$/, '')
}
