import type { PageWriteBody } from '../../contracts/cms/page.ts'
import { sameTexts, writesTexts } from './lost-edit.ts'
import type { Page, RevisedTexts, Revision } from '../record/page.ts'
import { digestTokensIn } from '../merge/text-digests.ts'

/** Another save of a page between our reading and the response to our update. */
export type SavedMeanwhile =
  /** Our update overwrote it; `now`: the newest revision, if it is not that of our update. */
  | { kind: 'lost'; revision: Revision; now: Revision | undefined }
  /** An editor saved after our update, and the page shows their version. */
  | { kind: 'later'; revision: Revision }
  /** A plugin saved the page again with our update in it, as our user. */
  | { kind: 'again'; revision: Revision }

/** An update: the page before it, the body that was sent, and the page in the response. */
export type Sent = {
  read: Page
  body: PageWriteBody
  answered: Page
  /** The id of our user, needed for an update without content. */
  user?: number | undefined
}

/**
 * Finds another save of a page since our reading. `revisions` are sorted newest first. Our own revision is identified
 * by what was sent, because the response may already show a later save.
 */
export function savedMeanwhile(revisions: readonly Revision[], sent: Sent): SavedMeanwhile | undefined {
  const { read, body, user } = sent
  const saved = revisions.filter(({ autosave }) => !autosave)
  // If the newest revision was an autosave when we read, only the time of the saves shows their order.
  const listed = read.revision === 0 || saved.some(({ id }) => id === read.revision)
  const fresh = saved.filter(({ id, savedGmt }) =>
    listed ? id > read.revision : savedGmt >= read.modifiedGmt,
  )
  if (!writesTexts(body)) {
    // A write that changes no text creates no revision.
    const [newest] = fresh
    if (newest === undefined || sameTexts(newest, read)) return undefined
    const isOurs = newest.author === user && isBuiltOn(newest, read)
    return { kind: isOurs ? 'again' : 'later', revision: newest }
  }
  const at = ownRevision(fresh, sent)
  const own = fresh[at]
  if (own === undefined) return undefined
  const before = fresh[at + 1]
  const lost = before === undefined || sameTexts(before, read) ? undefined : before
  const after = fresh.slice(0, at)
  const [newest] = after
  const isAgain = own.author !== 0 && after.every((one) => one.author === own.author && isBuiltOn(one, own))
  if (newest !== undefined && !isAgain)
    return sameTexts(newest, own) ? undefined : { kind: 'later', revision: newest }
  if (lost !== undefined) return { kind: 'lost', revision: lost, now: newest }
  return newest && { kind: 'again', revision: newest }
}

/** The index of our update's revision. An editor's later save also contains the text that we sent. */
function ownRevision(fresh: readonly Revision[], { read, body, answered }: Sent): number {
  const { title = read.title, excerpt = read.excerpt, content = read.content } = body
  const sent: RevisedTexts = { title, excerpt, content }
  const isMarked = !isSameVersion(sent, read)
  const oldest = fresh.findLastIndex((one) => sameTexts(one, sent) || (isMarked && isSameVersion(one, sent)))
  if (oldest !== -1) return oldest
  const shown = fresh.findIndex((one) => sameTexts(one, answered))
  return shown === -1 ? fresh.findIndex(({ id }) => id === answered.revision) : shown
}

/** Whether only the content differs, and its mirrored block is still the same version. */
function isBuiltOn(one: RevisedTexts, other: RevisedTexts): boolean {
  return one.title === other.title && one.excerpt === other.excerpt && isSameVersion(one, other)
}

/** Whether the mirrored blocks have the same digests. */
function isSameVersion(one: RevisedTexts, other: RevisedTexts): boolean {
  return digestTokensIn(one.content) === digestTokensIn(other.content)
}
