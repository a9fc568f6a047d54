import type { PageWriteBody } from '../../contracts/cms/page.ts'
import { asSaved, mayBeOvertaken, mendingBody, savedMeanwhile } from '../../core/page/lost-edit.ts'
import type { Page, PageWrite, PageWritten } from '../../core/page/page.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Cms } from '../ports/cms.ts'

/** An update that was answered: the page as it was read, what was sent, and the page as it is now. */
export type Answered<Made extends { body: PageWriteBody }> = {
  read: Page
  body: PageWriteBody
  page: Page
  remake: (page: Page) => Made
}

/** What became of an update that went over what a person saved; `saved` is the page as they saved it. */
export type Mended<Made> = { made: Made; saved: Page; answer: PageWritten; note: string }

export const putBackNote =
  'an editor saved the page at the same moment as it was written: what they wrote was put back'

const mostRounds = 3

/**
 * Finds the updates that went over what a person saved after we had read the page (the CMS has no conditional
 * update), and writes what they ought to have written. Costs a request for each update whose page has more
 * revisions than our write explains, and none for all others. Not interrupted: the person's words are not there.
 */
export async function mendOvertaken<Made extends { body: PageWriteBody }>(
  deps: { cms: Pick<Cms, 'readRevisions' | 'writePages'>; log: Logger },
  updates: readonly Answered<Made>[],
): Promise<Map<Answered<Made>, Mended<Made>>> {
  const { signal } = new AbortController()
  const mended = new Map<Answered<Made>, Mended<Made>>()
  let left = updates.map((update) => ({ update, read: update.read, body: update.body, page: update.page }))
  for (let round = 0; ; round++) {
    const suspects = left.filter(({ read, body, page }) => mayBeOvertaken(read, body, page))
    if (suspects.length === 0) return mended
    const revisions = await Promise.all(suspects.map(({ page }) => deps.cms.readRevisions(page.id, signal)))
    const writes: { entry: (typeof left)[number]; write: PageWrite; mend: Omit<Mended<Made>, 'answer'> }[] =
      []
    for (const [index, { update, read, body, page }] of suspects.entries()) {
      const found = savedMeanwhile(revisions[index] ?? [], read, body, page)
      if (found === undefined) continue
      if (round === mostRounds) {
        const last = mended.get(update)
        if (last) last.note = `${last.note}; ${again(page, found.revision.id)}`
        continue
      }
      const saved = asSaved(read, body, page, found.revision)
      const now = found.newest ? { ...page, ...textsOf(saved), revision: saved.revision } : page
      const made = update.remake(saved)
      const mending = mendingBody(now, saved, made.body)
      const mend = { made, saved, note: putBackNote }
      if (Object.keys(mending).length === 0) mended.set(update, { ...mend, answer: { ok: true, page: now } })
      else
        writes.push({
          entry: { update, read: now, body: mending, page: now },
          write: { kind: 'update', id: page.id, body: mending },
          mend,
        })
    }
    if (writes.length === 0) return mended
    const answers = await deps.cms.writePages(
      writes.map(({ write }) => write),
      signal,
    )
    left = writes.flatMap(({ entry, mend }, index) => {
      const answer = answers[index]
      if (answer === undefined) return []
      mended.set(entry.update, { ...mend, answer })
      return answer.ok ? [{ ...entry, page: answer.page }] : []
    })
    deps.log.info(
      { pages: writes.map(({ write }) => 'id' in write && write.id) },
      'pages saved meanwhile mended',
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
