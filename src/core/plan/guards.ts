import { plural } from '../record/plural.ts'

/** The smallest number of records at which a share may hold a run, so that small mirrors stay workable. */
const floor = 5

export type GuardInput = {
  runId: string
  /** Records whose page was mirrored before this run; 0 on a first sync. */
  mirrored: number
  /** `template`: updates because the template or the labels changed, and those among them without another reason. */
  planned: { update: number; retire: number; template: { pages: number; only: number } }
  limits: { maxRetireShare: number; maxUpdateShare: number }
}

export type Verdict = {
  guard: 'retire' | 'update' | 'template'
  count: number
  of: number
  limit: number
  share: number
  message: string
}

/**
 * Judges a whole plan before its first write: every verdict is a reason to hold the run until a person approves. A page rewritten only for the template counts for that guard alone, so that one cause has one message.
 */
export function judge({ runId, mirrored, planned, limits }: GuardInput): Verdict[] {
  if (mirrored === 0) return []
  const { retire, update, template } = planned
  const verdicts: Verdict[] = []
  const hold = (guard: Verdict['guard'], count: number, limit: number, what: string): void => {
    const message = `${what} If this is wanted: product-mirror approve ${runId}`
    verdicts.push({ guard, count, of: mirrored, limit, share: count / mirrored, message })
  }
  const check = (guard: 'retire' | 'update', count: number, maxShare: number, advice: string): void => {
    // 29 % of 100 pages are 29, though the product is 28.999….
    const limit = Math.max(floor, Math.floor(mirrored * maxShare + 1e-6))
    if (count <= limit) return
    const numbers = `${percent(count / mirrored)}, limit ${limit} pages or ${percent(maxShare)}`
    hold(guard, count, limit, `Would ${guard} ${count} of ${mirrored} pages (${numbers}). ${advice}`)
  }
  check(
    'retire',
    retire,
    limits.maxRetireShare,
    'Check that the catalogue and the language list are complete.',
  )
  check('update', update - template.only, limits.maxUpdateShare, 'Check the partner’s data.')
  if (template.pages > 0) {
    const { pages, only } = template
    const what = `Would write ${pages} of ${mirrored} ${plural(mirrored, 'page')} because the template or the labels changed, ${reasons(pages, only)}.`
    hold('template', pages, 0, `${what} The run’s report shows samples before and after.`)
  }
  return verdicts
}

/** A verdict without the command that approves the plan. */
export function withoutApproval(message: string): string {
  return message.replace(/ If this is wanted: product-mirror approve \S+$/, '')
}

function reasons(pages: number, only: number): string {
  if (only === pages) return plural(pages, 'for no other reason', 'all of them for no other reason')
  return `${only === 0 ? 'none' : only} of them for no other reason`
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
