import type { Comment } from '../store/rows.ts'
import { cleanTextLine, cleanUrl, escapeBareAmpersands } from '../text/clean.ts'
import { filterInline } from '../text/kses.ts'
import { stripAllTags } from '../text/php-text.ts'

/** A comment with the name and the address of its author as the engine stores them: filtered and encoded. */
export function filterAuthor(comment: Comment): Comment {
  const name = filterInline(cleanTextLine(comment.authorName))
  return {
    ...comment,
    authorName: escapeBareAmpersands(name).replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    authorUrl: filterInline(cleanUrl(stripAllTags(comment.authorUrl))),
  }
}
