import type { ReasonOf, SimpleReason } from '../../core/reasons/reason.ts'
import type { PageWriteBody } from '../../contracts/cms/page.ts'
import { asSaved, fixingBody, mayBeLostEdit, writesTexts } from '../../core/page/lost-edit.ts'
import type { Page, PageWrite, PageWritten, Revision } from '../../core/record/page.ts'
import { savedMeanwhile, type SavedMeanwhile } from '../../core/page/saved-meanwhile.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Cms } from '../ports/cms.ts'
import { textOfRefusal } from './page-refusal.ts'
import { confirmStored } from './confirm-stored.ts'
import { fetchOwnUser } from './own-user.ts'

/**
 * An acknowledged update of `item`: the page as it was read, the body that was sent, and the page in the response.
 * `recompose` composes the update again, over the page as an editor saved it.
 */
export type AnsweredUpdate<Item, Made> = {
  item: Item
  read: Page
  body: PageWriteBody
  page: Page
  recompose: (saved: Page) => Made
}

/** An update composed again; `saved` is the page as an editor saved it. */
export type Repair<Made> = { made: Made; saved: Page; reasons: SimpleReason[] }

/** An update whose page was also saved by another user: the current page, and the repair, if one was needed. */
export type Repaired<Made> = { answer: PageWritten; repair?: Repair<Made> }

/** By item: the repairs, and why it is unknown whether another user saved the page. */
export type LostEdits<Item, Made> = {
  repaired: ReadonlyMap<Item, Repaired<Made>>
  unclear: ReadonlyMap<Item, SimpleReason>
}

const mostRounds = 3

/**
 * Finds the updates that overtook an editor's save, because the CMS has no conditional update, and writes the result of
 * `recompose` over the page as the editor saved it. A plugin's save as our user counts as part of our update. Returns
 * the results by item. Sends a request only for updates whose page has more revisions than our write explains. Never
 * interrupted, because the editor's text is missing from the page.
 */
export async function repairLostEdits<Item, Made extends { body: PageWriteBody }>(
  deps: { cms: Pick<Cms, 'readPages' | 'readRevisions' | 'writePages' | 'fetchUser'>; log: Logger },
  updates: readonly AnsweredUpdate<Item, Made>[],
): Promise<LostEdits<Item, Made>> {
  const { signal } = new AbortController()
  const repaired = new Map<Item, Repaired<Made>>()
  const unclear = new Map<Item, SimpleReason>()
  let left = [...updates]
  for (let round = 0; ; round++) {
    const suspects = left.filter(({ read, body, page }) => mayBeLostEdit(read, body, page))
    if (suspects.length === 0) return { repaired, unclear }
    const revisions = await Promise.all(suspects.map(({ page }) => deps.cms.readRevisions(page.id, signal)))
    const needsUser = suspects.some(({ body }) => !writesTexts(body))
    const user = needsUser ? await fetchOwnUser(deps, signal) : undefined
    const writes: { update: AnsweredUpdate<Item, Made>; repair: Repair<Made> }[] = []
    for (const [index, { item, read, body, page, recompose }] of suspects.entries()) {
      const known = revisions[index] ?? []
      if ('unreadable' in known) {
        const { id: pageId, link } = page
        unclear.set(item, { code: 'unreadable-revisions', pageId, link, detail: known.unreadable })
        continue
      }
      const found = savedMeanwhile(known, { read, body, answered: page, user })
      if (found === undefined) continue
      const earlier = repaired.get(item)
      const now = asShownBy(page, found)
      if (found.kind === 'again') {
        repaired.set(item, { ...earlier, answer: { ok: true, page: now } })
        continue
      }
      if (round === mostRounds) {
        if (earlier?.repair)
          earlier.repair.reasons.push({
            code: 'saved-repeatedly',
            pageId: page.id,
            revision: found.revision.id,
          })
        continue
      }
      const saved = asSaved(read, body, page, found.revision)
      const made = recompose(saved)
      const repairing = fixingBody(now, saved, made.body)
      const isDone = Object.keys(repairing).length === 0
      const reasons = addReason(earlier?.repair?.reasons, reasonOfRepair(found.kind, isDone))
      const repair = { made, saved, reasons }
      if (isDone) repaired.set(item, { repair, answer: { ok: true, page: now } })
      else writes.push({ update: { item, read: now, body: repairing, page: now, recompose }, repair })
    }
    if (writes.length === 0) return { repaired, unclear }
    const sent = writes.map(({ update }) => {
      const write: PageWrite = { kind: 'update', id: update.page.id, body: update.body }
      return { write, read: update.read }
    })
    const answers = await deps.cms.writePages(
      sent.map(({ write }) => write),
      signal,
    )
    left = []
    for (const [index, { update, repair }] of writes.entries()) {
      const [answered, accepted] = [answers[index], sent[index]]
      if (answered === undefined || accepted === undefined) continue
      const answer = await confirmStored(deps.cms, accepted, answered, signal)
      repaired.set(update.item, { repair, answer })
      if (answer.ok) left.push({ ...update, page: answer.page })
    }
    deps.log.info({ pages: writes.map(({ update }) => update.page.id) }, 'lost edits repaired')
  }
}

/** The page with the content of its newest revision, because the response may be older. */
function asShownBy(page: Page, found: SavedMeanwhile): Page {
  const newest = found.kind === 'lost' ? found.now : found.revision
  if (newest === undefined) return page
  const { title, excerpt, content, id }: Revision = newest
  return { ...page, title, excerpt, content, revision: id }
}

function reasonOfRepair(kind: SavedMeanwhile['kind'], isDone: boolean): SimpleReason | undefined {
  if (kind === 'lost') return { code: 'edit-restored' }
  return isDone ? undefined : { code: 'written-again' }
}

/** Every kind of repair is reported once. */
function addReason(earlier: SimpleReason[] = [], reason: SimpleReason | undefined): SimpleReason[] {
  const isKnown = reason === undefined || earlier.some(({ code }) => code === reason.code)
  return isKnown ? earlier : [...earlier, reason]
}

/** Why an editor’s text is not on the page. */
export function notRestored(
  { id, link, revision }: Page,
  refusal: Extract<PageWritten, { ok: false }>,
): ReasonOf<'edit-not-restored'> {
  return { code: 'edit-not-restored', pageId: id, link, revision, detail: textOfRefusal(refusal) }
}
