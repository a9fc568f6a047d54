import { toRecordKey } from '../../core/record/record.ts'
import type { Run } from '../../core/run/run.ts'
import { whats, type RunIndex } from '../../core/views/run-index.ts'
import type { Stores } from '../../store/stores.ts'
import { walkIds } from '../runs/walk-plan.ts'
import { distinct } from '../views/run-index/gtin-numbers.ts'
import { fewRecords } from '../views/run-index/index-run.ts'

const plannedKinds = ['create', 'update', 'restore', 'retire'] as const
const plannedCodes: ReadonlySet<number> = new Set(plannedKinds.map((kind) => whats.indexOf(kind)))

/**
 * The products with planned changes in waiting plans, or unwritten ones in active runs: by language, their GTINs as sorted
 * numbers.
 */
export async function readPlannedGtins(deps: Stores): Promise<ReadonlyMap<string, Float64Array>> {
  const { runs, plans } = deps
  const found = createLists()
  for (const run of await runs.waiting()) {
    const index = await readLargeIndex(deps, run)
    if (index !== undefined) addIndexed(found.listOf, index)
    else for await (const ids of walkIds(plans, run.id)) addIds(found.listOf, ids)
  }
  for (const id of [(await runs.activeId()) ?? [], ...(await runs.products())].flat()) {
    const active = await runs.read(id)
    // An undo plans reverts, which do not make a page outdated.
    if (active?.state === 'writing' && active.kind !== 'undo')
      addIds(found.listOf, await plans.openIds(id))
  }
  return found.sorted()
}

/** A large plan is read from the run's index, which has a tenth of its size. */
async function readLargeIndex({ runIndexes }: Stores, run: Run): Promise<RunIndex | undefined> {
  const { records, revision } = await runIndexes.sizeOf(run)
  return records > fewRecords ? runIndexes.read(run, revision) : undefined
}

function createLists() {
  const lists = new Map<string, number[]>()
  return {
    listOf(language: string): number[] {
      const list = lists.get(language) ?? []
      lists.set(language, list)
      return list
    },
    sorted: (): ReadonlyMap<string, Float64Array> =>
      new Map([...lists].map(([language, list]) => [language, distinct(Float64Array.from(list).sort())])),
  }
}

function addIds(listOf: (language: string) => number[], ids: readonly string[]): void {
  for (const { gtin, language } of ids.map(toRecordKey)) listOf(language).push(Number(gtin))
}

function addIndexed(listOf: (language: string) => number[], index: RunIndex): void {
  const { count, gtins, languageAt, whatAt, languages } = index
  const lists = languages.map(listOf)
  for (let at = 0; at < count; at++)
    if (plannedCodes.has(whatAt[at] ?? -1)) lists[languageAt[at] ?? 0]?.push(gtins[at] ?? 0)
}
