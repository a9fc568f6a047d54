import { z } from 'zod'
import { plural } from '../record/plural.ts'

/** The number of records with one kind of change, and the ids of the first few. */
const Tally = z.object({ count: z.int(), shown: z.array(z.string()) })
type Tally = z.infer<typeof Tally>

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
  { id, kind }: { id: string; kind: string },
): string | undefined {
  const ofPlanned = (count: number): string => `${count} of the ${planned} planned records`
  const changed = [
    { found: partner, what: `the partner changed ${ofPlanned(partner.count)}` },
    {
      found: catalog,
      what: `${ofPlanned(catalog.count)} ${plural(catalog.count, 'is', 'are')} listed again`,
    },
    {
      found: cms,
      what: `${cms.count} ${plural(cms.count, 'page was', 'pages were')} changed in the CMS`,
    },
  ]
    .filter(({ found }) => found.count > 0)
    .map(({ found: { count, shown }, what }) => {
      const more = count > shown.length ? ', …' : ''
      return `${what} (${shown.join(', ')}${more})`
    })
  if (partner.count > 0 || catalog.count > 0 || cms.count * 2 > planned)
    return `Since this plan was made, ${changed.join(', and ')}. Nothing was written. ${newPlanCommand(kind)}`
  if (unchecked.count * 2 <= planned) return undefined
  const reason = unchecked.reason === undefined ? '' : ` (${unchecked.reason})`
  return `The partner gave no usable answer for ${ofPlanned(unchecked.count)}${reason}. Nothing was written. Try again later: product-mirror approve ${id}`
}

/** The command that makes a new plan of this kind, as a sentence. */
export function newPlanCommand(kind: string): string {
  return `Make a new plan: product-mirror ${kind === 'verify' ? 'verify --repair' : 'sync'}`
}
