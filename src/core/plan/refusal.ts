import { z } from 'zod'
import { Tally, type Refusal } from '../reasons/refusal.ts'
import { compact } from '../../lib/compact.ts'

/** The result of checking a plan before its approval: records that differ from the plan, by source. */
export const PlanCheck = z.object({
  partner: Tally,
  /** Retirements whose record is listed again. */
  catalog: Tally,
  cms: Tally,
  /** Records for which the partner returned no usable response, with the first of the reasons. */
  unchecked: z.object({ count: z.int(), reason: z.string().optional() }),
})
export type PlanCheck = z.infer<typeof PlanCheck>

/** Record ids that a refusal shows. */
const shownIds = 3

export function noChanges(): PlanCheck {
  const none = (): Tally => ({ count: 0, shown: [] })
  return { partner: none(), catalog: none(), cms: none(), unchecked: { count: 0 } }
}

export function tally(found: Tally, id: string): void {
  found.count++
  if (found.shown.length < shownIds) found.shown.push(id)
}

/**
 * Why a plan may no longer be applied; undefined if it may. One record that the partner changed refuses the whole plan,
 * because the guards judged it as a whole. Pages changed in the CMS, and records that could not be checked, refuse it
 * only if they are more than half of the plan; fewer are left out.
 */
export function refusalOf(
  { partner, catalog, cms, unchecked }: PlanCheck,
  planned: number,
): Refusal | undefined {
  if (partner.count > 0 || catalog.count > 0 || cms.count * 2 > planned)
    return { code: 'changed', planned, partner, catalog, cms }
  const { count, reason: detail } = unchecked
  if (count * 2 <= planned) return undefined
  return compact({ code: 'unchecked', planned, count, detail })
}
