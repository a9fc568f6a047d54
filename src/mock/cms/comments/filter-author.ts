import type { Comment } from '../store/rows.ts'
import { cleanTextLine, cleanUrl, escapeBareAmpersands } from '../text/clean.ts'
import { filterInline } from '../text/kses.ts'
import { stripAllTags } from '../text/php-text.ts'

/** Filters and encodes the author's name and URL, as `wp_filter_comment` does before a comment is stored. */
export function filterAuthor(comment: Comment): Comment {
  const name = filterInline(cleanTextLine(comment.authorName))
  return {
    ...comment,
    authorName: escapeBareAmpersands(name).replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    authorUrl: filterInline(cleanUrl(stripAllTags(comment.authorUrl))),
  }
}
