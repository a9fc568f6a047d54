import { plural } from '../record/plural.ts'

/** How many records changed in one way, with the ids of the first few. */
export type Tally = { count: number; shown: string[] }

/** What checking a plan before its approval found: records that are no longer as they were planned, by where. */
export type PlanCheck = {
  partner: Tally
  /** Retirements of what is listed again. */
  catalog: Tally
  cms: Tally
  /** Records about which the partner gave no usable answer, with the first of the reasons. */
  unchecked: { count: number; reason?: string | undefined }
}

/** Record ids that a refusal shows. */
export const shownNames = 3

/**
 * Why a plan may not be applied any more; undefined when it may. One changed record refuses the whole plan, because the guards judged it as a whole. Records that could not be checked refuse it when they are more than half, because then nothing is known;
 * fewer are left out of it.
 */
export function refusalOf(
  check: PlanCheck,
  planned: number,
  { id, kind }: { id: string; kind: string },
): string | undefined {
  const { partner, catalog, cms, unchecked } = check
  const moved = [
    ...(partner.count > 0
      ? [`the partner changed ${countOf(partner.count, planned)} ${namesOf(partner)}`]
      : []),
    ...(catalog.count > 0
      ? [
          `${countOf(catalog.count, planned)} ${plural(catalog.count, 'is', 'are')} listed again ${namesOf(catalog)}`,
        ]
      : []),
    ...(cms.count > 0
      ? [`${cms.count} ${plural(cms.count, 'page was', 'pages were')} changed in the CMS ${namesOf(cms)}`]
      : []),
  ]
  if (moved.length > 0)
    return `Since this plan was made, ${moved.join(', and ')}. Nothing was written. ${newPlanCommand(kind)}`
  if (unchecked.count * 2 <= planned) return undefined
  const reason = unchecked.reason === undefined ? '' : ` (${unchecked.reason})`
  return `The partner gave no usable answer for ${countOf(unchecked.count, planned)}${reason}. Nothing was written. Try again later: product-mirror approve ${id}`
}

/** How to make a new plan of this kind. */
export function newPlanCommand(kind: string): string {
  return `Make a new plan: product-mirror ${kind === 'verify' ? 'verify --repair' : 'sync'}`
}

function countOf(count: number, planned: number): string {
  return `${count} of the ${planned} planned records`
}

function namesOf({ count, shown }: Tally): string {
  return `(${shown.join(', ')}${count > shown.length ? ', …' : ''})`
}
