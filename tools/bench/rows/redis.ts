import type { Row } from '../row.ts'
import type { BenchWorld } from '../world/bench-world.ts'

/** Few checks for the end of a run, because each of them is a command. */
const checkMs = 500

/** What a run sends to Redis, for each 100 records: commands, with those in scripts, and reads of its sockets. */
type Traffic = { commands: number; reads: number }

/** The commands and round trips of a first sync, and of a second run over unchanged data. */
export async function* redisTraffic(world: BenchWorld): AsyncGenerator<Row> {
  const records = world.keys.length
  await world.empty()
  const first = await measure(world, 'created')
  yield toRow(`first sync, ${records} records`, 'Redis commands / 100', { ...limits.first, ...first })
  const second = await measure(world, 'unchanged')
  yield toRow(`second run, ${records} records`, 'Redis commands / 100', { ...limits.second, ...second })
  yield {
    work: `second run, ${records} records`,
    ours: `${second.reads.toFixed(1)} reads of Redis / 100`,
    yardstick: `limit ${limits.second.mostReads}`,
    ratios: [second.reads / limits.second.mostReads],
    limit: 1,
  }
}

const limits = { first: { most: 600 }, second: { most: 60, mostReads: 12 } } as const

function toRow(work: string, what: string, { most, commands, reads }: Traffic & { most: number }): Row {
  return {
    work,
    ours: `${commands.toFixed(0)} ${what}, ${reads.toFixed(1)} reads`,
    yardstick: `limit ${most}`,
    ratios: [commands / most],
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
  return { commands: (100 * commands) / records, reads: (100 * reads) / records }
}
