import { countOf } from '../../../core/text/format.ts'
import { hiddenFromEditors } from '../../../core/report/hidden-pages.ts'
import type { Probe } from '../../../sync/ports/cms.ts'
import type { Found } from './check-secrets.ts'

/** Smaller differences of the clocks do not matter: the search for changed pages starts a minute earlier. */
const toleratedMs = 60_000

/** Warns of each property of a site that breaks a promise of the mirror, with a remedy. */
export function explainProbe({ missing, hidden, aheadMs, cached }: Probe): Found {
  const warnings: string[] = []
  if (cached !== undefined)
    warnings.push(
      `a cache serves the CMS’s REST API (${cached}): the mirror may read old pages and miss edits. Exclude the REST API from the cache`,
    )
  if (hidden > 0)
    warnings.push(
      `the CMS hides ${countOf(hidden, 'page')} of its newest 100 from the mirror's user: even if they show products, they stay as they are${hiddenFromEditors(hidden)}. Check the user's role, and plugins for permissions`,
    )
  const totals = missing.filter((name) => name !== 'date')
  if (totals.length > 0)
    warnings.push(
      `responses lack ${totals.join(' and ')}: lists are read to their end without knowing their length, and hidden pages are not noticed. Let the proxy in front of the CMS pass these headers`,
    )
  if (missing.includes('date'))
    warnings.push(
      'responses lack the header date: the mirror does not know the time of the CMS. Let the proxy in front of the CMS pass it',
    )
  if (aheadMs !== undefined && Math.abs(aheadMs) > toleratedMs)
    warnings.push(
      `the clock of the CMS is ${describeMs(aheadMs)} the clock of this machine. Synchronise both, for example with NTP`,
    )
  return warnings.length > 0 ? { warning: warnings } : 'complete, in time'
}

function describeMs(aheadMs: number): string {
  const minutes = Math.round(Math.abs(aheadMs) / 60_000)
  const time = minutes < 120 ? countOf(minutes, 'minute') : countOf(Math.round(minutes / 60), 'hour')
  return `${time} ${aheadMs > 0 ? 'ahead of' : 'behind'}`
}
