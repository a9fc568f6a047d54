import type { PageWriteBody } from '../../contracts/cms/page.ts'
import { asSaved, mayBeLostEdit, fixingBody, savedMeanwhile } from '../../core/page/lost-edit.ts'
import type { Page, PageWrite, PageWritten } from '../../core/page/page.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Cms } from '../ports/cms.ts'

/** An answered update of `item`: the page as it was read, the body that was sent, and the page in the answer. */
export type AnsweredUpdate<Item> = { item: Item; read: Page; body: PageWriteBody; page: Page }

/** The repair of an update that overtook an editor's save; `saved` is the page as the editor saved it. */
export type Repaired<Made> = { made: Made; saved: Page; answer: PageWritten; note: string }

export const putBackNote =
  'an editor saved the page at the same moment as it was written: what they wrote was put back'

const mostRounds = 3

/**
 * Finds the updates that overtook an editor's save (the CMS has no conditional update), and writes what `recompose`
 * makes of the page as the editor saved it. Returns the repairs by item. Costs a request for each update whose page has
 * more revisions than our write explains, and none for all others. Never interrupted, because the
 * editor's text is not on the page.
 */
export async function repairLostEdits<Item, Made extends { body: PageWriteBody }>(
  deps: { cms: Pick<Cms, 'readRevisions' | 'writePages'>; log: Logger },
  updates: readonly AnsweredUpdate<Item>[],
  recompose: (item: Item, saved: Page) => Made,
): Promise<Map<Item, Repaired<Made>>> {
  const { signal } = new AbortController()
  const repaired = new Map<Item, Repaired<Made>>()
  let left = [...updates]
  for (let round = 0; ; round++) {
    const suspects = left.filter(({ read, body, page }) => mayBeLostEdit(read, body, page))
    if (suspects.length === 0) return repaired
    const revisions = await Promise.all(suspects.map(({ page }) => deps.cms.readRevisions(page.id, signal)))
    const writes: { update: AnsweredUpdate<Item>; repair: Omit<Repaired<Made>, 'answer'> }[] = []
    for (const [index, { item, read, body, page }] of suspects.entries()) {
      const found = savedMeanwhile(revisions[index] ?? [], read, body, page)
      if (found === undefined) continue
      if (round === mostRounds) {
        const last = repaired.get(item)
        if (last) last.note = `${last.note}; ${again(page, found.revision.id)}`
        continue
      }
      const saved = asSaved(read, body, page, found.revision)
      const now = found.newest ? { ...page, ...textsOf(saved), revision: saved.revision } : page
      const made = recompose(item, saved)
      const repairing = fixingBody(now, saved, made.body)
      const repair = { made, saved, note: putBackNote }
      if (Object.keys(repairing).length === 0)
        repaired.set(item, { ...repair, answer: { ok: true, page: now } })
      else writes.push({ update: { item, read: now, body: repairing, page: now }, repair })
    }
    if (writes.length === 0) return repaired
    const answers = await deps.cms.writePages(
      writes.map(({ update }): PageWrite => ({ kind: 'update', id: update.page.id, body: update.body })),
      signal,
    )
    left = writes.flatMap(({ update, repair }, index) => {
      const answer = answers[index]
      if (answer === undefined) return []
      repaired.set(update.item, { ...repair, answer })
      return answer.ok ? [{ ...update, page: answer.page }] : []
    })
    deps.log.info({ pages: writes.map(({ update }) => update.page.id) }, 'lost edits repaired')
  }
}

/** Why an editor’s words are not on their page, and how they come back. */
export function refusedToPutBack(saved: Page, answer: Extract<PageWritten, { ok: false }>): string {
  return `an editor saved page ${saved.id} (${saved.link}) at the same moment as it was written, and the CMS refused to put back what they wrote: ${answer.reason} (${answer.status} ${answer.code}). It is the page’s revision ${saved.revision}: restore that in the editor. The next run keeps it and writes the product’s part again`
}

function again({ id }: Page, revision: number): string {
  return `it was saved again and again while that was done: compare page ${id} with its revision ${revision}, and put back there what is missing`
}

function textsOf({ title, excerpt, content }: Page): Pick<Page, 'title' | 'excerpt' | 'content'> {
  return { title, excerpt, content }
}
