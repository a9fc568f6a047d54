/** The smallest number of records at which a guard may hold a run, so that small mirrors stay workable. */
const floor = 5

export type GuardInput = {
  runId: string
  /** Records whose page was mirrored before this run; 0 on a first sync. */
  mirrored: number
  planned: { update: number; retire: number }
  limits: { maxRetireShare: number; maxUpdateShare: number }
}

export type Verdict = {
  guard: 'retire' | 'update'
  count: number
  of: number
  limit: number
  share: number
  message: string
}

/** Judges a whole plan before its first write: every verdict is a reason to hold the run until a person approves. */
export function judge({ runId, mirrored, planned, limits }: GuardInput): Verdict[] {
  const verdicts: Verdict[] = []
  const check = (guard: Verdict['guard'], count: number, maxShare: number, advice: string): void => {
    // 29 % of 100 pages are 29, though the product is 28.999….
    const limit = Math.max(floor, Math.floor(mirrored * maxShare + 1e-6))
    if (count <= limit) return
    const share = count / Math.max(mirrored, 1)
    const numbers = `${count} of ${mirrored} pages (${percent(share)}, limit ${limit} pages or ${percent(maxShare)})`
    const message = `Would ${guard} ${numbers}. ${advice} If this is wanted: product-mirror approve ${runId}`
    verdicts.push({ guard, count, of: mirrored, limit, share, message })
  }
  if (mirrored > 0) {
    check(
      'retire',
      planned.retire,
      limits.maxRetireShare,
      'Check that the catalogue and the language list are complete.',
    )
    check('update', planned.update, limits.maxUpdateShare, 'Check the partner’s data and the template.')
  }
  return verdicts
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
