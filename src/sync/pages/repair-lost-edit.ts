import type { PageWriteBody } from '../../contracts/cms/page.ts'
import { asSaved, mayBeLostEdit, fixingBody, savedMeanwhile } from '../../core/page/lost-edit.ts'
import type { Page, PageWrite, PageWritten } from '../../core/page/page.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Cms } from '../ports/cms.ts'

/** An update that was answered: the page as it was read, what was sent, and the page as it is now. */
export type Answered<Made extends { body: PageWriteBody }> = {
  read: Page
  body: PageWriteBody
  page: Page
  recompose: (page: Page) => Made
}

/** What became of an update that went over what a person saved; `saved` is the page as they saved it. */
export type Repaired<Made> = { made: Made; saved: Page; answer: PageWritten; note: string }

export const putBackNote =
  'an editor saved the page at the same moment as it was written: what they wrote was put back'

const mostRounds = 3

/**
 * Finds the updates that went over what a person saved after we had read the page (the CMS has no conditional
 * update), and writes what they ought to have written. Costs a request for each update whose page has more
 * revisions than our write explains, and none for all others. Not interrupted: the person's words are not there.
 */
export async function repairLostEdits<Made extends { body: PageWriteBody }>(
  deps: { cms: Pick<Cms, 'readRevisions' | 'writePages'>; log: Logger },
  updates: readonly Answered<Made>[],
): Promise<Map<Answered<Made>, Repaired<Made>>> {
  const { signal } = new AbortController()
  const repaired = new Map<Answered<Made>, Repaired<Made>>()
  let left = updates.map((update) => ({ update, read: update.read, body: update.body, page: update.page }))
  for (let round = 0; ; round++) {
    const suspects = left.filter(({ read, body, page }) => mayBeLostEdit(read, body, page))
    if (suspects.length === 0) return repaired
    const revisions = await Promise.all(suspects.map(({ page }) => deps.cms.readRevisions(page.id, signal)))
    const writes: {
      entry: (typeof left)[number]
      write: PageWrite
      repair: Omit<Repaired<Made>, 'answer'>
    }[] = []
    for (const [index, { update, read, body, page }] of suspects.entries()) {
      const found = savedMeanwhile(revisions[index] ?? [], read, body, page)
      if (found === undefined) continue
      if (round === mostRounds) {
        const last = repaired.get(update)
        if (last) last.note = `${last.note}; ${again(page, found.revision.id)}`
        continue
      }
      const saved = asSaved(read, body, page, found.revision)
      const now = found.newest ? { ...page, ...textsOf(saved), revision: saved.revision } : page
      const made = update.recompose(saved)
      const repairing = fixingBody(now, saved, made.body)
      const repair = { made, saved, note: putBackNote }
      if (Object.keys(repairing).length === 0)
        repaired.set(update, { ...repair, answer: { ok: true, page: now } })
      else
        writes.push({
          entry: { update, read: now, body: repairing, page: now },
          write: { kind: 'update', id: page.id, body: repairing },
          repair,
        })
    }
    if (writes.length === 0) return repaired
    const answers = await deps.cms.writePages(
      writes.map(({ write }) => write),
      signal,
    )
    left = writes.flatMap(({ entry, repair }, index) => {
      const answer = answers[index]
      if (answer === undefined) return []
      repaired.set(entry.update, { ...repair, answer })
      return answer.ok ? [{ ...entry, page: answer.page }] : []
    })
    deps.log.info(
      { pages: writes.map(({ write }) => 'id' in write && write.id) },
      'pages saved meanwhile repaired',
    )
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
