import { readPages, type PageRow } from './actors/pages.ts'
import type { RunReport } from './actors/runs.ts'
import type { Expected } from './oracle/expectation.ts'
import { readable } from './oracle/check-page.ts'
import { leave, undo, type Around } from './oracle/undone.ts'
import type { Undo } from './story/schedule.ts'
import type { Story } from './sync-runs.ts'
import type { World } from './world.ts'

/** A run that may be undone, what the CMS held before it, and what is known of each record. */
type Undoable = {
  run: RunReport
  pages: readonly PageRow[]
  around: ReadonlyMap<string, Around>
  /** replies to its writes may have been lost */
  lossy: boolean
}

/** People edit, the run is undone while daemons end, and every page must say what it said before. Answers what holds then. */
export async function undoRun(
  world: World,
  { editors: edits, kills }: Undo,
  { run, pages, around, lossy }: Undoable,
  { story, phase }: { story: Story; phase: number },
): Promise<Map<string, Expected>> {
  const { editors, supervisor } = world
  await editors.look()
  const from = editors.done.length
  for (const action of edits) await editors.act(action, phase)
  const since = editors.done.slice(from)
  await supervisor.supervise(kills)
  const undone = await world.runs.undo(run.id)
  await supervisor.supervise([])
  const isRefused = 'reason' in undone
  story.undos.push({ ok: !isRefused, ...(isRefused && { reason: undone.reason }) })
  if (!isRefused) story.runs.push(undone)
  if (!isRefused && undone.state !== 'done')
    story.violations.push(
      `undo ${undone.id} ended ${undone.state}: ${undone.failure?.message ?? JSON.stringify(undone.counts)}`,
    )
  const outcomes = isRefused ? [] : await world.runs.outcomes(undone.id)
  for (const outcome of outcomes) world.say(`— undone: ${JSON.stringify(outcome)}`)
  const reasons = new Map(outcomes.map(({ gtin, language, reason = '' }) => [`${gtin}/${language}`, reason]))
  // Which text was the earlier one is not known, and the undo says so, where the reply to an overwriting write was lost,
  // or where a worker that lost its job's lock on a busy machine went on beside the next one.
  const isDoubled = world.log.some((line) => line.includes('could not renew lock'))
  const now = await readPages(world.server)
  const expectations = new Map<string, Expected>()
  for (const [record, known] of around) {
    const own = since.filter((done) => done.record === record)
    const reason = reasons.get(record) ?? ''
    const isUnknown = isRefused || ((lossy || isDoubled) && reason.includes('its earlier text was not kept'))
    const { expected, left } = isUnknown ? leave(known, own) : undo(known, own)
    expectations.set(record, expected)
    const id = editors.pageIds.get(record)
    const [before, after] = [pages, now].map((all) => all.find((page) => page.id === id))
    // After a lost reply, nobody knows how an edited block read before: the merge of its parts is judged at the end.
    const isGuessed = lossy && known.before.words.inner !== undefined
    if (left || isGuessed || own.length > 0 || before === undefined || after === undefined) continue
    if (readingOf(before) !== readingOf(after))
      story.violations.push(
        `${record}: page ${id} does not say what it said before run ${run.id} (${reason}): ${readingOf(before)} / ${readingOf(after)}`,
      )
  }
  return expectations
}

/** What visitors see of a page: one that goes back into the trash keeps its texts until it returns. */
function readingOf({ title, excerpt, content, status, slug, parent, featuredMedia }: PageRow): string {
  if (status === 'trash') return JSON.stringify([status, slug, parent])
  return JSON.stringify([title, excerpt, readable(content), status, slug, parent, featuredMedia])
}
