import { mappedText } from '../record/mapped.ts'
import { undress } from '../markup/dress.ts'
import { unfiltered } from '../markup/json-ld.ts'
import { sameField } from '../merge/page-fields.ts'
import { currentTexts, staleBlock, type Written } from './compose.ts'
import { fieldsIn } from '../merge/merge-fields.ts'
import type { PageTexts } from '../record/page.ts'
import { digestFor, digestOfText } from '../merge/text-digests.ts'
import { digestsOn, type MirroredPage } from './mirrored-page.ts'

/**
 * The fields that count as ours on a page: those of our last known write, and every current value that matches its
 * digest on the page. Such a value is ours whatever its age; any other difference is an editor's.
 */
export function ownTexts(mirrored: MirroredPage, written: Written): PageTexts {
  const { base } = written
  const digests = digestsOn(mirrored)
  if (digests === undefined) return base
  const current = currentTexts(mirrored)
  const own = fieldsIn(base).flatMap((field) => {
    const shown = current[field]
    const text = field === 'inner' && current.inner !== undefined ? unfiltered(current.inner) : shown
    if (text === undefined || sameField(field, text, base[field])) return []
    // The merge restores the block that an editor's stale save replaced.
    if (field === 'inner' && text === shown && staleBlock(mirrored, written)) return []
    if (digestOfText(field, text) !== digestFor(digests, field)) return []
    // The digest covers only content: an editor may have styled, hidden or named parts of it.
    return [[field, field === 'inner' ? undress(mappedText(text), base.inner) : text]]
  })
  return { ...base, ...Object.fromEntries(own) }
}
