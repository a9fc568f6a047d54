import { formatPercent } from '../report/format.ts'
import { plural } from '../record/plural.ts'
import type { GuardVerdict } from '../record/run.ts'

/** The smallest number of records for which a share may hold a run, so that small mirrors stay usable. */
const smallestLimit = 5

/** A language's pages in the CMS: the number missing from the stored data, and the number in it. */
export type Unknown = { pages: number; known: number }

export type GuardInput = {
  runId: string
  /** Records whose page was mirrored before this run; 0 on a first sync. */
  mirrored: number
  /**
   * `template`: updates because the template or the labels changed, and those among them without another reason.
   * `languages`: the retirements of each language that is no longer mirrored. `apart`: other records that runs of some
   * products or languages updated since the last full run. `vanished`: pages that are gone from the CMS and would be
   * created again.
   */
  planned: {
    update: number
    retire: number
    template: { pages: number; only: number }
    languages: ReadonlyMap<string, number>
    apart: number
    vanished: number
    /** By language: creates whose page already exists. */
    unknown: ReadonlyMap<string, Unknown>
  }
  limits: { maxRetireShare: number; maxUpdateShare: number }
  /** The run writes every page again, which counts like a new template. */
  rewrite?: boolean | undefined
}

/**
 * Judges a whole plan before its first write: every verdict holds the run until an operator approves it. A page
 * rewritten only for the template counts for that guard alone, and a page of a language that is no longer mirrored
 * counts for the language guard alone. So one cause has one message.
 */
export function judge({ runId, mirrored, planned, limits, rewrite = false }: GuardInput): GuardVerdict[] {
  const lost = judgeLost({ runId, mirrored, planned, limits })
  if (mirrored === 0) return lost
  const { template, languages } = planned
  const ofLanguages = [...languages.values()].reduce((sum, count) => sum + count, 0)
  const verdicts: GuardVerdict[] = [...lost]
  const hold = (guard: GuardVerdict['guard'], count: number, limit: number, what: string): void => {
    const message = withApproval(what, runId)
    verdicts.push({ guard, count, of: mirrored, limit, share: count / mirrored, message })
  }
  const check = (
    guard: 'retire' | 'update',
    { count: own, apart }: { count: number; apart: number },
    maxShare: number,
    advice: string,
  ): void => {
    const limit = limitOf(mirrored, maxShare)
    const count = own + apart
    if (own <= 0 || count <= limit) return
    const others = apart === 0 ? '' : `, after ${apart} others since the last full run`
    const numbers = `${formatPercent(count / mirrored)}, limit ${limit} pages or ${formatPercent(maxShare)}`
    hold(guard, count, limit, `Would ${guard} ${own} of ${mirrored} pages${others} (${numbers}). ${advice}`)
  }
  const catalogAdvice = 'Check that the catalogue and the language list are complete.'
  check('retire', { count: planned.retire - ofLanguages, apart: 0 }, limits.maxRetireShare, catalogAdvice)
  const updates = { count: planned.update - template.only, apart: planned.apart }
  check('update', updates, limits.maxUpdateShare, 'Check the partner’s data.')
  if (template.pages > 0) {
    const { pages, only } = template
    const why = rewrite ? 'every page is to be written again' : 'the template or the labels changed'
    const what = `Would write ${pages} of ${mirrored} ${plural(mirrored, 'page')} because ${why}, ${reasons(pages, only)}.`
    const samples = rewrite ? '' : ' The run’s report shows samples before and after.'
    hold('template', pages, 0, what + samples)
  }
  const mayVanish = limitOf(mirrored, limits.maxRetireShare)
  if (planned.vanished > mayVanish) {
    const { vanished } = planned
    const numbers = `${formatPercent(vanished / mirrored)}, limit ${mayVanish} pages or ${formatPercent(limits.maxRetireShare)}`
    const what = `Would create ${vanished} of ${mirrored} pages again that are gone from the CMS (${numbers}).`
    const advice = 'Was the CMS restored from a backup or emptied, or may its user no longer see them?'
    hold('recreate', vanished, mayVanish, `${what} ${advice}`)
  }
  if (ofLanguages > 0) {
    const names = [...languages.keys()].sort().join(', ')
    const pages = `${ofLanguages} of ${mirrored} ${plural(mirrored, 'page')}`
    const what = `Would retire ${pages}: the partner does not list ${names}, or LANGUAGES does not name it.`
    hold('language', ofLanguages, 0, `${what} Check the partner’s language list, and LANGUAGES.`)
  }
  return verdicts
}

/**
 * Holds a plan if the stored data about its pages is lost: the pages exist, and the plan would create them. A few such
 * pages are bound again without approval if most pages of the language are known.
 */
function judgeLost({ runId, mirrored, planned, limits }: Omit<GuardInput, 'rewrite'>): GuardVerdict[] {
  const languages = [...planned.unknown].filter(
    ([, { pages, known }]) => pages >= known || pages > limitOf(known, limits.maxRetireShare),
  )
  if (languages.length === 0) return []
  const count = languages.reduce((sum, [, { pages }]) => sum + pages, 0)
  const of = mirrored + count
  const names = languages.map(([language]) => language).sort()
  const what = `Redis does not know at least ${count} mirrored ${plural(count, 'page that exists', 'pages that exist')} in the CMS (${names.join(', ')}): its data is lost, wholly or in part. Run product-mirror rebuild first: it restores the data from the pages and writes nothing to the CMS.`
  return [{ guard: 'lost', count, of, limit: 0, share: count / of, message: withApproval(what, runId) }]
}

/**
 * Judges the repairs of a verify run by the limit for updates. If so many pages are gone or outdated, the CMS may have
 * been restored or emptied, and an operator must check.
 */
export function judgeRepairs(input: {
  runId: string
  mirrored: number
  planned: { create: number; update: number }
  limits: { maxUpdateShare: number }
}): GuardVerdict[] {
  const { runId, mirrored, planned, limits } = input
  const count = planned.create + planned.update
  const limit = limitOf(mirrored, limits.maxUpdateShare)
  if (count <= limit) return []
  const share = count / Math.max(mirrored, 1)
  const what =
    `Would recreate ${planned.create} ${plural(planned.create, 'page')} and rewrite ${planned.update}, together ${formatPercent(share)} of ${mirrored} ` +
    `(limit ${limit} pages or ${formatPercent(limits.maxUpdateShare)}). Was the CMS restored from a backup or emptied?`
  const message = withApproval(what, runId)
  return [{ guard: 'update', count, of: mirrored, limit, share, message }]
}

function limitOf(mirrored: number, maxShare: number): number {
  // 100 × 0.29 is 28.999… in floating point, but 29% of 100 pages are 29.
  return Math.max(smallestLimit, Math.floor(mirrored * maxShare + 1e-6))
}

function withApproval(what: string, runId: string): string {
  return `${what} If this is wanted: product-mirror approve ${runId}`
}

/** A verdict's message without the command that approves the plan. */
export function withoutApproval(message: string): string {
  return message.replace(/ If this is wanted: product-mirror approve \S+$/, '')
}

function reasons(pages: number, only: number): string {
  if (only === pages) return plural(pages, 'for no other reason', 'all of them for no other reason')
  return `${only === 0 ? 'none' : only} of them for no other reason`
}
