import type { Draft } from '../posts/kind.ts'
import type { RestRequest } from '../rest/request.ts'
import type { PostType, Row } from '../store/rows.ts'
import { toSlug } from '../text/slug.ts'

const mark = '-moved'

/** A write after a permalink plug-in has changed its slug and parent. */
export function relocated(
  { oddities }: RestRequest,
  type: PostType,
  draft: Draft,
  old: Row | undefined,
): Draft {
  if (type !== 'page') return draft
  const moved = { ...draft }
  if (oddities.has('flattened-pages')) moved.parent = 0
  const wished = draft.slug ?? old?.slug ?? ''
  const slug = wished === '' ? toSlug(draft.title ?? old?.title ?? '') : wished
  if (oddities.has('renamed-pages') && slug !== '' && !slug.endsWith(mark)) moved.slug = slug + mark
  return moved
}
