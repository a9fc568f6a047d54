import { toRecordKey } from '../../core/record/record.ts'
import type { Run } from '../../core/run/run.ts'
import { distinct } from '../../core/text/gtin-numbers.ts'
import { whats, type RunIndex } from '../../core/views/run-index.ts'
import type { Stores } from '../../store/stores.ts'
import { walkIds } from '../runs/walk-plan.ts'
import { fewRecords } from '../runs/run-index/index-run.ts'

/** By language, sorted GTINs as numbers. */
type Gtins = ReadonlyMap<string, Float64Array>
/** Reads the products with planned changes in waiting plans, or unwritten ones in active runs. */
export type ReadPlannedGtins = () => Promise<Gtins[]>

const plannedKinds = ['create', 'update', 'restore', 'retire'] as const
const plannedCodes: ReadonlySet<number> = new Set(plannedKinds.map((kind) => whats.indexOf(kind)))

/** Keeps the large waiting plans in memory, which do not change. */
export function createPlannedGtins(deps: Stores): ReadPlannedGtins {
  const { runs, plans, runIndexes } = deps
  let known = new Map<string, Gtins>()

  async function readLarge(run: Run, key: string, revision: number): Promise<Gtins | undefined> {
    const kept = known.get(key)
    if (kept !== undefined) return kept
    const index = await runIndexes.read(run, revision)
    return index && gtinsIn(index)
  }

  async function readWaiting(): Promise<Gtins[]> {
    const found: Gtins[] = []
    const large = new Map<string, Gtins>()
    for (const run of await runs.waiting()) {
      const { records, revision } = await runIndexes.sizeOf(run)
      const key = `${run.id} ${records} ${revision}`
      const read = records > fewRecords ? await readLarge(run, key, revision) : undefined
      if (read !== undefined) large.set(key, read)
      found.push(read ?? (await readIds(plans, run.id)))
    }
    known = large
    return found
  }

  return async () => {
    const found = await readWaiting()
    for (const id of [(await runs.activeId()) ?? [], ...(await runs.products())].flat()) {
      const active = await runs.read(id)
      // An undo plans reverts, which do not make a page outdated.
      if (active?.state === 'writing' && active.kind !== 'undo')
        found.push(byLanguage(await plans.openIds(id)))
    }
    return found
  }
}

async function readIds(plans: Stores['plans'], runId: string): Promise<Gtins> {
  const ids: string[] = []
  for await (const some of walkIds(plans, runId)) for (const id of some) ids.push(id)
  return byLanguage(ids)
}

function byLanguage(ids: readonly string[]): Gtins {
  const lists = new Map<string, number[]>()
  for (const { gtin, language } of ids.map(toRecordKey)) {
    const list = lists.get(language) ?? []
    lists.set(language, list)
    list.push(Number(gtin))
  }
  return new Map([...lists].map(([language, list]) => [language, distinct(new Float64Array(list).sort())]))
}

function gtinsIn({ count, gtins, languageAt, whatAt, languages }: RunIndex): Gtins {
  const lists = languages.map((): number[] => [])
  for (let at = 0; at < count; at++)
    if (plannedCodes.has(whatAt[at] ?? -1)) lists[languageAt[at] ?? 0]?.push(gtins[at] ?? 0)
  return new Map(languages.map((language, at) => [language, new Float64Array(lists[at] ?? []).sort()]))
}
