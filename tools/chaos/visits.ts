import { setTimeout } from 'node:timers/promises'
import { partsOf, readPage, type PageRow } from './actors/pages.ts'
import { isDecision, type Visit } from './story/schedule.ts'
import type { World } from './world.ts'

/** The CMS counts in seconds: in the second of a save, an autosave may be the older of the two. */
const nextSecond = (): Promise<void> => setTimeout(1000 - (Date.now() % 1000))

type Opened = { visit: Visit; record: string; page: PageRow }

/**
 * Editors open pages before a run. The returned function ends their visits once the run is over. An editor with unsaved text
 * finds the page unchanged and saves it with an added word; the others save the page as they had opened it. Returns the
 * errors.
 */
export async function openVisits(
  { server, editors, partner }: World,
  visits: readonly Visit[],
  phase: number,
): Promise<() => Promise<string[]>> {
  const opened: Opened[] = []
  for (const visit of visits) {
    const record = `${partner.gtinOf(visit.product)}/${partner.languageOf(visit.language)}`
    const id = editors.pageIds.get(record)
    if (id === undefined || opened.some((other) => other.record === record)) continue
    const page = await readPage(server, id)
    if (page.status === 'trash' || partsOf(page.content) === undefined) continue
    if (visit.do === 'save-stale') await server.edit({ do: 'remember', page: id })
    else {
      await nextSecond()
      await server.edit({ do: 'autosave', page: id, text: `Unsaved ${visit.mark}` })
    }
    opened.push({ visit, record, page })
  }
  // Whoever saves one of these pages during the run saves it after the autosave, not in the same second.
  if (opened.some(({ visit }) => visit.do === 'leave-open')) await nextSecond()

  async function end({ visit, record, page }: Opened): Promise<string[]> {
    const { done } = editors
    const { product, language, mark } = visit
    if (
      done.some(
        ({ action, when, ...what }) =>
          when === 'at work' && what.phase === phase && what.record === record && !isDecision(action),
      )
    )
      return []
    if (visit.do === 'save-stale') {
      await editors.act({ product, language, mark, do: 'save-stale' }, phase, 'after')
      return []
    }
    const now = await readPage(server, page.id).catch(() => undefined)
    // A page of the first phase exists only since its run.
    const when = phase === 0 ? 'after' : 'before'
    await editors.act({ product, language, mark, do: 'edit-outside', where: 'after' }, phase, when)
    if (now === undefined) return [`${record}: page ${page.id} was open in the editor and is gone`]
    const isSame = (['title', 'excerpt', 'content'] as const).every((text) => now[text] === page[text])
    return isSame ? [] : [`${record}: page ${page.id} was open in the editor and was written`]
  }

  return async () => {
    const faults: string[] = []
    for (const one of opened) faults.push(...(await end(one)))
    return faults
  }
}
