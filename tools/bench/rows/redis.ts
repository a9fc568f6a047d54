import type { Row } from '../row.ts'
import type { BenchWorld } from '../world/bench-world.ts'

/** Few checks for the end of a run, because each of them is a command. */
const checkMs = 500

/** What a run sends to Redis: commands, with those in scripts, and reads of its sockets. */
type Traffic = { commands: number; reads: number }

/** What a run sends whatever its size, and for each 100 records. */
const limits = {
  first: { fixed: 1_500, per100: 600 },
  second: { fixed: 1_500, per100: 60 },
  reads: { fixed: 300, per100: 12 },
} as const

/** The commands and round trips of a first sync, and of a later run over unchanged data. */
export async function* redisTraffic(world: BenchWorld): AsyncGenerator<Row> {
  const records = world.keys.length
  await world.empty()
  const { commands: ofFirst } = await measure(world, 'created')
  yield toRow(`Redis: first sync, ${records}`, {
    count: ofFirst,
    what: 'commands',
    limit: limits.first,
    records,
  })
  // The first run after a large write compares its pages.
  await measure(world, 'unchanged')
  const { commands, reads } = await measure(world, 'unchanged')
  const work = `Redis: second run, ${records}`
  yield toRow(work, { count: commands, what: 'commands', limit: limits.second, records })
  yield toRow(work, { count: reads, what: 'reads', limit: limits.reads, records })
}

type Counted = {
  count: number
  what: 'commands' | 'reads'
  limit: { fixed: number; per100: number }
  records: number
}

function toRow(work: string, { count, what, limit: { fixed, per100 }, records }: Counted): Row {
  const most = fixed + (per100 * records) / 100
  return {
    work,
    ours: `${((100 * count) / records).toFixed(1)} ${what} / 100`,
    yardstick: `${fixed} a run and ${per100} / 100`,
    ratios: [count / most],
    limit: 1,
  }
}

async function measure(world: BenchWorld, result: 'created' | 'unchanged'): Promise<Traffic> {
  const records = world.keys.length
  await world.redis.config('RESETSTAT')
  const { run } = await world.sync('sync', checkMs)
  const [commandStats, stats] = await Promise.all([
    world.redis.info('commandstats'),
    world.redis.info('stats'),
  ])
  if (run.counts[result] !== records)
    throw new Error(`run ${run.id} ended as ${run.state} with ${run.counts[result]} ${result} of ${records}`)
  const calls = [...commandStats.matchAll(/^cmdstat_[^:]+:calls=(\d+)/gm)].map(([, count]) => Number(count))
  const reads = Number(/^total_reads_processed:(\d+)/m.exec(stats)?.[1])
  const commands = calls.reduce((sum, count) => sum + count, 0)
  return { commands, reads }
}
