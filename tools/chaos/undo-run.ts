import { readPages, type PageRow } from './actors/pages.ts'
import type { RunReport } from './actors/runs.ts'
import type { Expected } from './oracle/expectation.ts'
import { readable } from './oracle/check-page.ts'
import { leave, undo, type Around } from './oracle/undone.ts'
import type { Undo } from './story/schedule.ts'
import type { Story } from './sync-runs.ts'
import type { World } from './world.ts'

/** A run that may be undone, the content of the CMS before it, and the expectation for each record. */
type Undoable = {
  run: RunReport
  pages: readonly PageRow[]
  around: ReadonlyMap<string, Around>
  /** replies to its writes may have been lost */
  lossy: boolean
}

/**
 * Editors make changes, the run is undone while daemons end, and every page must have its earlier content. Returns the
 * expectations after it.
 */
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
  // A run that left all edited parts as they were wrote nothing that an undo reverts.
  const kept = new Set(
    (await world.runs.outcomes(run.id)).flatMap(({ gtin, language, result }) =>
      result === 'kept' ? [`${gtin}/${language}`] : [],
    ),
  )
  // The earlier text may be unknown, which the undo reports. This happens if the reply to an overwriting write was lost, or
  // if a worker that lost its job's lock on a busy machine continued in parallel with the next one.
  const isDoubled = world.log.some((line) => line.includes('could not renew lock'))
  const now = await readPages(world.server)
  const expectations = new Map<string, Expected>()
  for (const [record, known] of around) {
    const own = since.filter((done) => done.record === record)
    const reason = reasons.get(record) ?? ''
    const isUnknown = isRefused || ((lossy || isDoubled) && reason.includes('its earlier text was not kept'))
    const isUnwritten = !isRefused && kept.has(record) && !reasons.has(record)
    const { expected, left } = isUnknown || isUnwritten ? leave(known, own) : undo(known, own)
    expectations.set(record, expected)
    const id = editors.pageIds.get(record)
    const [before, after] = [pages, now].map((all) => all.find((page) => page.id === id))
    // After a lost reply, the earlier content of an edited block is unknown: the merge of its parts is judged at the end.
    const isGuessed = lossy && known.before.words.inner !== undefined
    if ((left && !isUnwritten) || isGuessed || own.length > 0 || before === undefined || after === undefined)
      continue
    if (readingOf(before) !== readingOf(after))
      story.violations.push(
        `${record}: page ${id} does not say what it said before run ${run.id} (${reason}): ${readingOf(before)} / ${readingOf(after)}`,
      )
  }
  return expectations
}

/** The visible state of a page: one that goes back into the trash keeps its content until it returns. */
function readingOf({ title, excerpt, content, status, slug, parent, featuredMedia }: PageRow): string {
  if (status === 'trash') return JSON.stringify([status, slug, parent])
  return JSON.stringify([title, excerpt, readable(content), status, slug, parent, featuredMedia])
}
