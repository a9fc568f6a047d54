import type { Done } from '../actors/editors.ts'
import { partsOf, type PageRow } from '../actors/pages.ts'
import type { Schedule } from '../story/schedule.ts'
import {
  hasLostBlock,
  hasOtherFiles,
  nothingYet,
  overwritable,
  type Expected,
  type Overwritable,
  type Said,
  type Version,
} from './expectation.ts'
import { applyEdit } from './apply-edit.ts'
import { assetFields, isSuspect, lacksRequired, marksOf, sameProduct, type Product } from './versions.ts'

/** The expected state of a record after these edits of its page and a run with this response of the partner. */
export function advance(
  before: Expected,
  actions: readonly Done[],
  said: Said,
  policy: Schedule['policy'],
): Expected {
  const now = prepare(before, actions)
  const later = actions.filter(({ when }) => when === 'after')
  if (!now.hold) follow(now, said, policy, actions.filter(isAtWork))
  now.absent = said === undefined
  if (said !== undefined && !now.hold) now.uncompared = false
  for (const done of later) if (done.reason === undefined) applyEdit(now, done)
  return now
}

/** The expectation after these edits of a record's page, before a run sees it. */
export function prepare(before: Expected, actions: readonly Done[]): Expected {
  const now = structuredClone(before)
  for (const done of actions) if (done.when !== 'after' && done.reason === undefined) applyEdit(now, done)
  return now
}

/** The effect of a run on a record that is not held. */
function follow(now: Expected, said: Said, policy: Schedule['policy'], atWork: readonly Done[]): void {
  // A run finds the page of a listed product by its slug and block.
  if (said !== undefined && !hasLostBlock(now)) now.unbound = false
  if (said === undefined) retire(now, policy, atWork)
  else if (isSkipped(now, said)) return
  else if (now.page !== 'alive' && now.page !== 'any') appear(now, said, policy)
  else if (!now.uncompared && isSuspect(now.version, said.product)) {
    now.held = true
    // Its files are requested again nonetheless.
    learnFiles(now, said.files)
  } else show(now, said, policy, atWork)
}

/** An undo took this very version from the page. */
function isSkipped({ skips, retired }: Expected, { product }: Version): boolean {
  return skips !== undefined && retired === undefined && sameProduct(skips, product)
}

/** The expectation once Redis has lost everything: only the content of existing pages is still known. */
export function forget(before: Expected, { onSlugTaken }: Schedule['policy']): Expected {
  // A page in the trash without its block belongs to no record: the record gets another one.
  const lost = before.trashed && hasLostBlock(before)
  return {
    ...before,
    forgotten: true,
    uncompared: before.absent || before.held,
    hold: false,
    skips: undefined,
    forgone: [],
    waits: unsure(before),
    ...(before.page === 'alive' && unclaim(before)),
    unbound: before.page === 'alive' && hasLostBlock(before),
    ...(before.page === 'alive' && onSlugTaken === 'adopt' && hasLostBlock(before) && adoptAgain(before)),
    ...(before.page === 'deleted' && { version: undefined }),
    ...(lost && { page: 'any' as const }),
  }
}

/** Whether a page still counts as a draft of the mirror after something that may hide it. */
function unsure({ waits }: Expected): Expected['waits'] {
  return waits === 'no' ? 'no' : 'maybe'
}

function unclaim(before: Expected): Partial<Pick<Expected, 'unclaimed'>> {
  // The older text of ours that an editor saved again is the editor's from now on.
  if (before.stale || before.held) return { unclaimed: 'kept' }
  return before.retired === undefined && !hasOtherFiles(before) ? {} : { unclaimed: 'unchanged' }
}

/** A page without its block has the record's slug and no owner: the block may be added below its text. */
function adoptAgain({ either }: Expected): Partial<Expected> {
  return { either: [...either, 'whole'], unclaimed: 'unchanged' }
}

/** Retires the page of a record whose product is gone. */
function retire(now: Expected, policy: Schedule['policy'], atWork: readonly Done[]): void {
  const { onSlugTaken } = policy
  // No visitor needs a notice on a draft.
  const retireTo = now.waits !== 'no' && staysInPlace(policy.retireTo) ? 'draft' : policy.retireTo
  // A change from the time in the trash is not on the page, and is never written to it.
  if (now.owed && !now.trashed) now.version = undefined
  if (now.page === 'deleted') now.retired = 'delete'
  if (now.page !== 'alive' || now.retired !== undefined) return
  // No run finds the page.
  if (now.unbound && onSlugTaken !== 'adopt') return
  if (now.trashed) {
    now.retired = 'keep'
    return
  }
  const hidden = now.waits === 'yes' ? [] : now.statuses.filter(isHidden)
  const isRaced = atWork.some(({ after }) => after !== undefined && isHidden(after.status))
  if (now.waits === 'no' && hidden.length > 0 && hidden.length === now.statuses.length && !isRaced) {
    now.retired = 'keep'
    return
  }
  const destroys = retireTo === 'trash' || retireTo === 'delete'
  if (destroys && hidden.length > 0) {
    Object.assign(now, { page: 'any', retired: retireTo })
    return
  }
  // A run may have written an older text of ours again that an editor saved.
  if (
    destroys &&
    (now.forgotten || now.forgone.length > 0 || now.stale || now.bereft || isEverythingUncertain(now))
  ) {
    Object.assign(now, { page: 'any', retired: retireTo })
    return
  }
  const to = destroys && now.touched ? 'draft' : retireTo
  if (to === 'delete') {
    const { former, version } = now
    Object.assign(now, { ...nothingYet(), page: 'deleted', retired: to, former, version })
    return
  }
  now.retired = to
  // It is retired only if a run adopted it before.
  if (!staysInPlace(to)) now.statuses = [to, ...(now.unbound ? now.statuses : hidden)]
  // Saved when it had just been put into the trash, it stays there.
  if (retireTo === 'trash' && atWork.some(({ after }) => after?.status === 'trash'))
    now.statuses.push('trash')
}

/** Whether a retirement left the page where it was, with the status of its editor. */
function staysInPlace(retired: Expected['retired']): boolean {
  return retired === 'keep' || retired === 'notice'
}

/** Whether an editor set the status: the mirror publishes, and a page that an editor hid stays as it is. */
function isHidden(status: string): boolean {
  return status !== 'publish' && status !== 'trash'
}

/** Whether the page has an editor's content, all of which may have been overwritten since. */
function isEverythingUncertain({ touched, words, either }: Expected): boolean {
  const there = (['title', 'excerpt', 'inner', 'whole', 'outside'] as const).filter((word) => word in words)
  return touched && there.every((word) => word !== 'outside' && either.includes(word))
}

/** A page is created for a record that has none; one that an editor deleted is created again only for a change. */
function appear(
  now: Expected,
  { product: said, files }: Version,
  { onSlugTaken, newStatus = 'publish', publishIf }: Schedule['policy'],
): void {
  const { foreign, forgone } = now
  if (foreign !== undefined && onSlugTaken !== 'adopt') return
  const isNews = now.retired !== undefined || !sameProduct(now.version, said)
  if (now.page === 'deleted' && (!isNews || isSuspect(now.version, said))) return
  const former = now.version === undefined ? now.former : outdated(now, said)
  const isDraft = lacksRequired(said, publishIf)
  Object.assign(now, {
    ...nothingYet(),
    page: 'alive',
    statuses: [isDraft ? 'draft' : newStatus],
    waits: isDraft ? 'yes' : 'no',
    version: said,
    former,
  })
  // The run may have adopted it before an editor decided to overwrite it.
  if (foreign !== undefined) Object.assign(adopt(now, foreign), { forgone })
  learnFiles(now, files)
}

/** The whole content of an adopted page is its editor's; the mirrored block is added below. */
function adopt(now: Expected, { title, excerpt, content, featuredMedia, parent, status }: PageRow): Expected {
  const outside = { before: content, after: '' }
  return Object.assign(now, {
    statuses: [status],
    waits: 'no',
    words: { title, excerpt, image: featuredMedia, outside, parent },
    // A page without an image is not edited as long as the product's image cannot be read: then it gets the image later.
    either: featuredMedia === 0 ? ['image'] : [],
    touched: true,
  })
}

function isAtWork({ when, reason }: Done): boolean {
  return when === 'at work' && reason === undefined
}

function show(
  now: Expected,
  { product: said, files }: Version,
  { onEdit, publishIf }: Schedule['policy'],
  atWork: readonly Done[],
): void {
  const returns = now.retired !== undefined
  const lacks = lacksRequired(said, publishIf)
  now.held = false
  if (returns) {
    // If an editor chose a status while the page was being retired, either status may be there.
    const chosen = now.words.status
    // Once Redis was lost, the reason for a hidden page is unknown: it stays hidden, and is reported.
    const hidden = now.forgotten ? now.statuses : []
    const isSure = now.waits !== 'maybe' && hidden.length === 0
    if (!staysInPlace(now.retired) && !now.trashed) {
      const shown = lacks ? 'draft' : 'publish'
      const others = now.waits === 'maybe' ? now.statuses : hidden
      now.statuses = [shown, ...others, ...(chosen === undefined ? [] : [chosen])]
      now.waits = lacks ? (isSure ? 'yes' : 'maybe') : isSure ? 'no' : now.waits
    }
    now.retired = undefined
  } else if (now.waits !== 'no' && !lacks && !now.trashed) {
    now.statuses = now.waits === 'yes' ? ['publish'] : ['publish', ...now.statuses]
    if (now.waits === 'yes') now.waits = 'no'
  }
  const changed = !sameProduct(now.version, said)
  if (changed) {
    if (now.unclaimed !== undefined) now.unclaimed = 'kept'
    now.former = outdated(now, said)
    now.version = said
    now.skips = undefined
  }
  // A file whose bytes had changed unnoticed looks like an edit once Redis was lost: the page keeps it.
  // A page keeps the file that its server no longer has.
  if ((changed || returns) && !now.forgotten)
    now.files = Object.fromEntries(Object.entries(now.files).filter(([address]) => !(address in files)))
  learnFiles(now, files)
  now.owed ||= changed || returns
  if (now.trashed) return
  if (now.owed) now.stale = false
  if (onEdit === 'overwrite' && now.owed) overwrite(now, atWork)
  now.owed = false
}

/** A file may change at its address while its product stays the same. It is not requested then, so both may be shown. */
function learnFiles(now: Expected, files: Version['files']): void {
  now.lacks = assetFields
    .map((field) => now.version?.[field])
    .filter((address): address is string => typeof address === 'string' && address !== '')
    .filter((address) => !(address in files))
  for (const [address, sha256] of Object.entries(files))
    now.files[address] = [...new Set([...(now.files[address] ?? []), sha256])]
}

/** Gives up edits; but those that were saved while the run was active may be newer than its write. */
function overwrite(now: Expected, atWork: readonly Done[]): void {
  const { words } = now
  const fresh = new Set(atWork.map(({ action }) => wordOf[action.do]))
  now.either = overwritable.filter((word) => fresh.has(word) && word in words)
  for (const word of overwritable) if (!now.either.includes(word)) delete words[word]
  now.touched = ['title', 'excerpt', 'inner', 'whole', 'outside'].some((word) => word in words)
  const parts = words.whole === undefined ? undefined : partsOf(words.whole)
  if (words.whole === undefined || parts !== undefined) return
  // A removed block is added again at the end.
  words.outside = { before: words.whole, after: '' }
  delete words.whole
  now.touched = words.outside.before.trim() !== ''
}

const wordOf: Partial<Record<Done['action']['do'], Overwritable>> = {
  'set-title': 'title',
  'set-excerpt': 'excerpt',
  'edit-inside': 'inner',
}

/** The marks that the shown version has and the new one has not, in addition to earlier outdated ones. */
function outdated(now: Expected, said: Product): string[] {
  const current = new Set(marksOf(said))
  const all = [...now.former, ...marksOf(now.version ?? {})]
  return [...new Set(all)].filter((mark) => !current.has(mark))
}
