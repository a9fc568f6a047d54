import type { Expected } from '../oracle/expectation.ts'
import type { World } from '../world.ts'

/**
 * Old blocks that people saved back are repaired on demand; not where that would also make again what a person deleted.
 * Answers what holds then, and what was wrong.
 */
export async function repairStale(
  world: World,
  expectations: Map<string, Expected>,
): Promise<{ expectations: Map<string, Expected>; faults: string[] }> {
  const all = [...expectations.values()]
  if (!all.some(({ stale }) => stale) || all.some(({ page }) => page === 'deleted'))
    return { expectations, faults: [] }
  const { run } = await world.runs.verify({ repair: true })
  const repaired = [...expectations].map(([record, known]): [string, Expected] => [
    record,
    // Nobody writes to a page whose product is gone.
    { ...known, stale: known.stale && known.retired !== undefined },
  ])
  // Other findings and pages that failed are judged by what comes next.
  const ended = run.state === 'done' || run.state === 'partial'
  return {
    expectations: new Map(repaired),
    faults: ended ? [] : [`verify --repair ended ${run.state}: ${run.failure?.message ?? ''}`],
  }
}
