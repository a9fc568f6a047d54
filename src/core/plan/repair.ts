import type { WriteChange } from './change.ts'
import type { Finding, FindingKind } from '../page/finding.ts'
import type { Verdict } from './guards.ts'
import { plural } from '../record/plural.ts'
import type { Snapshot } from '../record/snapshot.ts'

const none: ReadonlySet<FindingKind> = new Set()
/** Nobody decided on a stale save, so it is repaired without asking. */
const bySchedule: ReadonlySet<FindingKind> = new Set(['stale'])
const whenAsked: ReadonlySet<FindingKind> = new Set(['stale', 'missing', 'duplicate'])

/** The kinds of findings that a verify run repairs. */
export function repairedKinds(run: {
  repair?: boolean | undefined
  trigger: string
}): ReadonlySet<FindingKind> {
  if (run.repair === true) return whenAsked
  return run.trigger === 'schedule' ? bySchedule : none
}

/** The change that repairs a finding by writing the record’s page; undefined where no page is written. */
export function repairOf(finding: Finding, snapshot: Snapshot): WriteChange | undefined {
  if ('path' in finding) return undefined
  const { gtin, language, kind } = finding
  const { product, digest, etag } = snapshot
  const wanted = { gtin, language, product, digest, ...(etag !== undefined && { etag }) }
  if (kind === 'missing') return { ...wanted, kind: 'create' }
  if (kind === 'stale') return { ...wanted, kind: 'update', pageId: snapshot.pageId, fields: ['inner'] }
  return undefined
}

/** The smallest number of pages at which a repair may be held. */
const floor = 5

/**
 * Judges the repairs of a verify run by the limit for updates. If so many pages are gone or old, the CMS may have been
 * restored or emptied; an operator must check.
 */
export function judgeRepairs(input: {
  runId: string
  mirrored: number
  planned: { create: number; update: number }
  limits: { maxUpdateShare: number }
}): Verdict[] {
  const { runId, mirrored, planned, limits } = input
  const count = planned.create + planned.update
  const limit = Math.max(floor, Math.floor(mirrored * limits.maxUpdateShare + 1e-6))
  if (count <= limit) return []
  const share = count / Math.max(mirrored, 1)
  const message =
    `Would make ${planned.create} ${plural(planned.create, 'page')} again and rewrite ${planned.update}, together ${percent(share)} of ${mirrored} ` +
    `(limit ${limit} pages or ${percent(limits.maxUpdateShare)}). Was the CMS restored from a backup or emptied? ` +
    `If this is wanted: product-mirror approve ${runId}`
  return [{ guard: 'update', count, of: mirrored, limit, share, message }]
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
