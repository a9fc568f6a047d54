import type { UnusedMedia } from '../../core/media/unused-media.ts'
import { countOf, formatTime } from '../../core/text/format.ts'
import { toOneLine } from '../../lib/text/one-line.ts'

/** The files that no page shows any more, and how to move them to the trash. */
export function toUnusedMediaLines(unused: readonly UnusedMedia[]): string[] {
  if (unused.length === 0)
    return [
      'Every file of the mirror is shown by a page or must stay, as of the last full run that changed one.',
    ]
  return [
    `${countOf(unused.length, 'file is', 'files are')} no longer shown by any page:`,
    ...unused.map(
      ({ media, since }) => `  media ${media.id}  unused since ${formatTime(since)}: ${toOneLine(media.url)}`,
    ),
    'Files that an editor uses elsewhere are listed, too; declarations of performance and safety data sheets are not, because they must stay available. To move the others to the trash of the media library, set MEDIA_CLEANUP=trash.',
  ]
}
