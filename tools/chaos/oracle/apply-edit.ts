import type { Done } from '../actors/editors.ts'
import { partsOf } from '../actors/pages.ts'
import { contestedBy } from './contested.ts'
import { hasLostBlock, nothingYet, type Expected } from './expectation.ts'

/** Updates what is expected of a record's page after an editor's change. */
export function applyEdit(now: Expected, done: Done): void {
  const { action, when, before, after } = done
  const { words } = now
  knowBlock(now, before?.content)
  const parts = after === undefined ? undefined : partsOf(after.content)
  // Without its block, and with Redis lost, only its slug could identify its record.
  if (now.forgotten && hasLostBlock(now) && action.do === 'trash') now.page = 'any'
  switch (action.do) {
    case 'edit-outside':
      if (words.whole !== undefined) words.whole = after?.content ?? ''
      else if (parts !== undefined) words.outside = { before: parts.before, after: parts.after }
      else words.whole = after?.content ?? ''
      now.touched = true
      return
    case 'edit-inside':
      // During a run, the page may have been written between the read and the edit. In an old block, text of an
      // editor and ours cannot be distinguished.
      if (when === 'at work' || now.stale) now.contested.push('all')
      else now.contested.push(...contestedBy(now.version ?? {}, before?.content, parts?.inner))
      if (words.whole !== undefined) words.whole = after?.content ?? ''
      else words.inner = parts?.inner ?? ''
      now.touched = true
      return
    case 'empty-block':
      if (words.whole !== undefined) words.whole = after?.content ?? ''
      else words.inner = parts?.inner ?? ''
      now.touched = true
      return
    case 'remove-block':
      // A block that an overwriting write adds again is a new one: its lock and styles are the mirror's.
      delete words.opening
      now.styles = []
      takeWhole(now, after)
      return
    case 'duplicate-group':
      takeWhole(now, after)
      return
    case 'unlock-group':
      if (words.whole !== undefined) words.whole = after?.content ?? ''
      else words.opening = parts?.opening ?? ''
      return
    case 'set-title':
      words.title = after?.title ?? ''
      now.touched = true
      return
    case 'set-excerpt':
      words.excerpt = after?.excerpt ?? ''
      now.touched = true
      return
    case 'set-slug':
      words.slug = after?.slug ?? ''
      becomeTheirs(now)
      return
    case 'take-over':
      Object.assign(now, { ...nothingYet(), page: 'any', hold: now.hold })
      return
    case 'style-inside':
      // It is given to the first table, and replaces an earlier one there.
      now.styles = [action.mark]
      return
    case 'set-parent':
      words.parent = after?.parent ?? 0
      return
    case 'set-status':
      words.status = after?.status ?? ''
      now.statuses = [words.status]
      if (before?.status !== after?.status) now.waits = 'no'
      return
    case 'hide-for-a-time':
      words.status = 'draft'
      now.statuses = ['draft']
      // A page that returns with its product may be published, as if no editor had changed its status.
      now.waits = now.retired === undefined ? 'no' : 'maybe'
      return
    case 'trash':
      now.trashed = true
      return
    case 'restore':
      now.trashed = false
      now.statuses = [after?.status ?? '']
      // A run may have seen the page in the trash.
      if (now.waits === 'yes') now.waits = 'maybe'
      return
    case 'save-stale':
      if (before?.content === after?.content) return
      if (words.whole !== undefined) words.whole = after?.content ?? ''
      // A block with an earlier edit is not an old block of ours, even if an overwriting write had removed the edit.
      else if (words.inner !== undefined || now.either.includes('inner') || isPersons(parts?.inner))
        Object.assign(now, { words: { ...words, inner: parts?.inner ?? '' }, contested: ['all'] })
      else now.stale = true
      return
    case 'delete':
      Object.assign(now, {
        ...nothingYet(),
        page: 'deleted',
        version: now.version,
        files: now.files,
        former: now.former,
        hold: now.hold,
        skips: now.skips,
      })
      return
    case 'foreign':
      // A second page gets another slug, and does not matter here.
      now.foreign ??= done.made
      return
    case 'hold':
      now.hold = true
      return
    case 'release':
      Object.assign(now, { hold: false, skips: undefined })
      return
    case 'overwrite':
      now.forgone.push(...(done.seen ?? []))
      return
    // An editor's content stays, as it does without a decision.
    case 'keep':
    case 'copy':
    case 'delete-file':
    case 'rename-language':
      return
  }
}

/** The page that an editor opened shows whether a removed block has been added again. */
function knowBlock(now: Expected, content: string | undefined): void {
  if (!now.either.includes('whole') || now.words.whole === undefined || content === undefined) return
  now.either = now.either.filter((word) => word !== 'whole')
  if (partsOf(content) === undefined) return
  now.words.outside = { before: now.words.whole, after: '' }
  delete now.words.whole
}

/** The block is gone, or there are two of it: the whole content is the editor's. */
function takeWhole(now: Expected, after: Done['after']): void {
  now.words.whole = after?.content ?? ''
  now.touched = true
  becomeTheirs(now)
}

/** A page without the record's block and slug may belong to an editor: the mirror leaves it alone, or makes another. */
function becomeTheirs(now: Expected): void {
  if (hasLostBlock(now) && now.words.slug !== undefined) now.page = 'any'
}

/** Whether an editor changed it: `editors.ts` signs the content of editors, and empties a block as a whole. */
function isPersons(inner = ''): boolean {
  return inner.trim() === '' || inner.includes('Person ')
}
