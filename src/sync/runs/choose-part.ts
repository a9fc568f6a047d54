import type { ApprovedPart, PartOfPlan } from '../../core/plan/approved-parts.ts'
import { countPart, partsOf } from '../../core/plan/plan-parts.ts'
import { describeChanges } from '../../core/report/run-counts.ts'
import { describePatterns } from '../../core/report/plan-patterns.ts'
import type { Run } from '../../core/run/run.ts'
import { toRecordKey } from '../../core/record/record.ts'
import { countOf, formatCount } from '../../core/text/format.ts'
import type { Stores } from '../../store/stores.ts'
import { countPlanned, walkIds } from './walk-plan.ts'

type Chosen = { ok: true; part: 'all' | PartOfPlan } | { ok: false; fault: string }

/** The part of a waiting plan to approve, `all` if it is the whole plan; or why it cannot be approved separately. */
export async function choosePart(
  { plans }: Pick<Stores, 'plans'>,
  run: Run,
  part: PartOfPlan | undefined,
): Promise<Chosen> {
  if (part === undefined) return whole
  const { id, kind } = run
  if (kind !== 'sync' && kind !== 'plan')
    return refuse(`Run ${id} is a ${kind}: only the plan of a sync can be approved in part.`)
  if (typeof part === 'string') return chooseKind(run, part)
  const records = await countPlanned(plans, id)
  if ('sample' in part) return part.sample < records ? { ok: true, part } : whole
  if ('pattern' in part) return choosePattern(run, part.pattern, records)
  return chooseLanguage(run, part.language, await countLanguages(plans, id))
}

const whole: Chosen = { ok: true, part: 'all' }

function chooseKind({ id, planned }: Run, part: ApprovedPart): Chosen {
  if (countPart(planned, part) === 0)
    return refuse(`The plan of run ${id} has no ${part}: ${describeChanges(planned)}.`)
  return partsOf(planned).length > 0 ? { ok: true, part } : whole
}

function chooseLanguage({ id }: Run, language: string, counts: ReadonlyMap<string, number>): Chosen {
  if (counts.has(language)) return counts.size === 1 ? whole : { ok: true, part: { language } }
  const known = [...counts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, count]) => `${code} (${formatCount(count)})`)
  return refuse(
    `The plan of run ${id} has no records in language ${language}. It has ${known.join(', ') || 'no changes'}.`,
  )
}

function choosePattern({ id, summary }: Run, pattern: number, records: number): Chosen {
  const { patterns = [] } = summary ?? {}
  const chosen = patterns[pattern - 1]
  if (chosen !== undefined) return chosen.count === records ? whole : { ok: true, part: { pattern } }
  if (summary === undefined || patterns.length === 0)
    return refuse(`The plan of run ${id} has no pattern ${pattern}: its patterns are not stored.`)
  const known = describePatterns(summary).map(({ text }, index) => `${index + 1}: ${text}`)
  return refuse(
    `The plan of run ${id} has no pattern ${pattern}. It has ${countOf(known.length, 'pattern')}: ${known.join('; ')}.`,
  )
}

async function countLanguages(plans: Stores['plans'], runId: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for await (const ids of walkIds(plans, runId))
    for (const { language } of ids.map(toRecordKey)) counts.set(language, (counts.get(language) ?? 0) + 1)
  return counts
}

function refuse(fault: string): Chosen {
  return { ok: false, fault }
}
