import type { Change } from '../../core/run/change.ts'
import type { Stores } from '../../store/stores.ts'

type Plans = Stores['plans']

const idsAtOnce = 5_000

/** Some record ids of a plan in its order, writes before retirements; fewer than `limit` at the end of a part. */
export async function listPlanned(
  plans: Plans,
  runId: string,
  offset: number,
  limit: number,
): Promise<string[]> {
  const writes = await plans.count(runId, 'write')
  return offset < writes
    ? plans.list(runId, 'write', offset, limit)
    : plans.list(runId, 'retire', offset - writes, limit)
}

/** The number of records that a plan changes. */
export async function countPlanned(plans: Plans, runId: string): Promise<number> {
  return (await plans.count(runId, 'write')) + (await plans.count(runId, 'retire'))
}

/** The record ids of a plan in its order, `limit` at a time. */
export async function* walkIds(plans: Plans, runId: string, limit = idsAtOnce): AsyncIterable<string[]> {
  for (let offset = 0; ;) {
    const ids = await listPlanned(plans, runId, offset, limit)
    if (ids.length === 0) return
    offset += ids.length
    yield ids
  }
}

/** The changes of a plan in its order, `limit` at a time. */
export async function* walkPlan(plans: Plans, runId: string, limit: number): AsyncIterable<Change[]> {
  for await (const ids of walkIds(plans, runId, limit))
    yield (await plans.read(runId, ids)).filter((change) => change !== undefined)
}
