import type { Done } from '../editors.ts'
import { partsOf } from '../pages.ts'
import type { Schedule } from '../schedule.ts'
import { assetFields, isSuspect, marksOf, sameProduct, type Product } from './versions.ts'

/** A version of a product with its files as they are now: SHA-256 by address. */
export type Version = { product: Product; files: Readonly<Record<string, string>> }

/** What the partner says of a record once a phase's changes are made; undefined where the mirror is to hold nothing. */
export type Said = Version | undefined

/** What people wrote into a page and must stand there at the end. */
type Words = {
  title?: string
  excerpt?: string
  /** the text inside of the mirrored block */
  inner?: string
  /** the whole content, where the block is gone or doubled */
  whole?: string
  outside?: { before: string; after: string }
  opening?: string
  slug?: string
  parent?: number
  status?: string
}

/** What the CMS must hold for one record. */
export type Expected = {
  page: 'none' | 'alive' | 'deleted' | 'any'
  /** any of these */
  statuses: string[]
  /** the version of the product that the page shows */
  version: Product | undefined
  /** what each of that version's files has been since, by SHA-256 */
  files: Record<string, string[]>
  /** words of former versions, which must be gone */
  former: string[]
  words: Words
  /** a person put the page into the trash */
  trashed: boolean
  /** what retiring did to the page, while the record is retired */
  retired: Schedule['policy']['retireTo'] | undefined
  /** some file of the version is not to be had now */
  lacksFile: boolean
  /** Redis was lost: what differs from the partner's word may be taken for a person's */
  forgotten: boolean
  /** a person changed texts of the page, so that it is never thrown away */
  touched: boolean
  /** a page of somebody else stands at the record's slug */
  foreign: boolean
}

export function nothingYet(): Expected {
  return {
    page: 'none',
    statuses: [],
    version: undefined,
    files: {},
    former: [],
    words: {},
    trashed: false,
    retired: undefined,
    touched: false,
    lacksFile: false,
    forgotten: false,
    foreign: false,
  }
}

/** What holds for a record after people did these deeds to its page, and then a run saw what the partner says. */
export function advance(
  before: Expected,
  deeds: readonly Done[],
  said: Said,
  policy: Schedule['policy'],
): Expected {
  const now: Expected = structuredClone(before)
  for (const done of deeds) if (done.reason === undefined) heed(now, done)
  if (said === undefined) retire(now, policy)
  else if (now.page !== 'alive' && now.page !== 'any') appear(now, said)
  else if (!isSuspect(now.version, said.product)) show(now, said, policy)
  return now
}

/** What is still known of a record once Redis has lost everything: what a page shows, and nothing of one that is gone. */
export function forget(before: Expected): Expected {
  return { ...before, forgotten: true, ...(before.page === 'deleted' && { version: undefined }) }
}

function heed(now: Expected, { deed, after }: Done): void {
  const { words } = now
  const parts = after === undefined ? undefined : partsOf(after.content)
  switch (deed.do) {
    case 'edit-outside':
      if (words.whole !== undefined) words.whole = after?.content ?? ''
      else if (parts !== undefined) words.outside = { before: parts.before, after: parts.after }
      else words.whole = after?.content ?? ''
      now.touched = true
      return
    case 'edit-inside':
    case 'empty-block':
      if (words.whole !== undefined) words.whole = after?.content ?? ''
      else words.inner = parts?.inner ?? ''
      now.touched = true
      return
    case 'remove-block':
    case 'duplicate-group':
      words.whole = after?.content ?? ''
      now.touched = true
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
      return
    case 'set-parent':
      words.parent = after?.parent ?? 0
      return
    case 'set-status':
      words.status = after?.status ?? ''
      now.statuses = [words.status]
      return
    case 'trash':
      now.trashed = true
      return
    case 'delete':
      Object.assign(now, { ...nothingYet(), page: 'deleted', version: now.version, former: now.former })
      return
    case 'foreign':
      now.foreign = true
      return
    case 'copy':
      return
  }
}

function retire(now: Expected, { retireTo }: Schedule['policy']): void {
  if (now.page === 'deleted') now.retired = 'delete'
  if (now.page !== 'alive' || now.retired !== undefined) return
  if (now.trashed) {
    now.retired = 'keep'
    return
  }
  const destroys = retireTo === 'trash' || retireTo === 'delete'
  if (destroys && now.forgotten) {
    Object.assign(now, { page: 'any', retired: retireTo })
    return
  }
  const to = destroys && now.touched ? 'draft' : retireTo
  if (to === 'delete') {
    const { former, version } = now
    Object.assign(now, { ...nothingYet(), page: 'deleted', retired: to, former, version })
    return
  }
  const wasThere = now.statuses.length === 1 && now.statuses[0] === to
  now.retired = wasThere ? 'keep' : to
  if (to !== 'keep') now.statuses = [to]
}

/** A page is made for a record that has none; one that a person deleted comes back only for a change. */
function appear(now: Expected, { product: said, files }: Version): void {
  if (now.page === 'none' && now.foreign) return
  const isNews = now.retired !== undefined || !sameProduct(now.version, said)
  if (now.page === 'deleted' && (!isNews || isSuspect(now.version, said))) return
  const former = now.version === undefined ? now.former : outdated(now, said)
  Object.assign(now, { ...nothingYet(), page: 'alive', statuses: ['publish'], version: said, former })
  learnFiles(now, files)
}

function show(now: Expected, { product: said, files }: Version, { onEdit }: Schedule['policy']): void {
  const returns = now.retired !== undefined
  if (returns) {
    // Where a person had chosen a status before the page was retired, either word may stand.
    const chosen = now.words.status
    // Once Redis was lost nobody knows who hid a page: it stays hidden, and is named.
    const hidden = now.forgotten ? now.statuses : []
    if (now.retired !== 'keep' && !now.trashed)
      now.statuses = ['publish', ...hidden, ...(chosen === undefined ? [] : [chosen])]
    now.retired = undefined
  }
  const changed = !sameProduct(now.version, said)
  if (changed) {
    now.former = outdated(now, said)
    now.version = said
  }
  if (changed || returns) now.files = {}
  learnFiles(now, files)
  if (onEdit === 'overwrite' && (changed || returns) && !now.trashed) overwrite(now)
}

/** A file may change at its address while its product stays as it is; nobody asks for it then, so both may be shown. */
function learnFiles(now: Expected, files: Version['files']): void {
  const addresses = assetFields.map((field) => now.version?.[field])
  now.lacksFile = addresses.some(
    (address) => typeof address === 'string' && address !== '' && !(address in files),
  )
  for (const [address, sha256] of Object.entries(files))
    now.files[address] = [...new Set([...(now.files[address] ?? []), sha256])]
}

function overwrite(now: Expected): void {
  const { words } = now
  delete words.title
  delete words.excerpt
  delete words.inner
  const parts = words.whole === undefined ? undefined : partsOf(words.whole)
  if (words.whole === undefined || parts !== undefined) return
  // A block that was taken out comes back at the end.
  words.outside = { before: words.whole, after: '' }
  delete words.whole
  now.touched = words.outside.before.trim() !== ''
}

/** The marks that the shown version has and the new one has not, beside those that were outdated before. */
function outdated(now: Expected, said: Product): string[] {
  const current = new Set(marksOf(said))
  const all = [...now.former, ...marksOf(now.version ?? {})]
  return [...new Set(all)].filter((mark) => !current.has(mark))
}
