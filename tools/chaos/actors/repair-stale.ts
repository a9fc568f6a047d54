import type { Expected } from '../oracle/expectation.ts'
import type { World } from '../world.ts'

/**
 * Repairs old blocks that editors saved again, and files that they deleted. It does nothing if a repair would also recreate
 * a page that an editor deleted. Returns the expectations after it, and the errors.
 */
export async function repairStale(
  world: World,
  expectations: Map<string, Expected>,
): Promise<{ expectations: Map<string, Expected>; faults: string[] }> {
  const all = [...expectations.values()]
  const isBroken = all.some(({ stale }) => stale) || world.editors.deletedFiles.size > 0
  if (!isBroken || all.some(isToReturn)) return { expectations, faults: [] }
  const { run } = await world.runs.verify({ repair: true })
  const repaired = [...expectations].map(([record, known]): [string, Expected] => [
    record,
    { ...known, stale: known.stale && isLeftAlone(known) },
  ])
  // Other findings and pages that failed are judged by what comes next.
  const ended = run.state === 'done' || run.state === 'partial'
  return {
    expectations: new Map(repaired),
    faults: ended ? [] : [`verify --repair ended ${run.state}: ${run.failure?.message ?? ''}`],
  }
}

/** An editor deleted the page. A repair creates it again, unless its product is retired. */
function isToReturn({ page, retired }: Expected): boolean {
  return page === 'deleted' && retired === undefined
}

/** No run writes to a page that is held, whose product is gone, or that shows an earlier version since an undo. */
function isLeftAlone({ hold, retired, skips }: Expected): boolean {
  return hold || retired !== undefined || skips !== undefined
}
