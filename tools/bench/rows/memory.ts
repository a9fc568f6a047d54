import { setTimeout as sleep } from 'node:timers/promises'
import type { Row } from '../row.ts'
import { openBench, type BenchWorld } from '../world/bench-world.ts'
import { usageOf } from '../world/usage.ts'

const [idleLimitMb, limitMb, lagLimitMs, redisLimitBytes, filesLimitBytes] = [125, 200, 50, 4096, 4400]

/** An idle daemon collects garbage after 2 s, and V8 returns the memory to the system within 8 s. */
const idleMs = 12_000

/** Memory of an idle daemon, before and after a first sync, and its maximum; its event loop; the size of a record in Redis. */
export async function* memory(world: BenchWorld): AsyncGenerator<Row> {
  await world.stopDaemons()
  await world.empty()
  const daemon = await world.startDaemon()
  await sleep(idleMs)
  yield against('memory, idle', (await usageOf(daemon.pid)).residentMb, idleLimitMb, 'MB')
  const before = await world.redisBytes()
  // Each sample restarts the measurement.
  await daemon.metric(lag)
  const { usage } = await world.sync()
  const records = world.keys.length
  yield against(`memory, first sync of ${records}`, usage.mostMb, limitMb, 'MB')
  yield against('event loop delay, p99', 1000 * (await daemon.metric(lag)), lagLimitMs, 'ms')
  const bytes = ((await world.redisBytes()) - before) / records
  yield against('Redis, a record without files', bytes, redisLimitBytes, 'B')
  await sleep(idleMs)
  yield against('memory, idle after it', (await usageOf(daemon.pid)).residentMb, limitMb, 'MB')
}

/** The size of a record with two files in Redis, in a mirror of `records`. */
export async function redisWithFiles(records: number, languages: readonly string[]): Promise<Row> {
  const gtins = Math.ceil(records / languages.length)
  const world = await openBench({ gtins, languages, withFiles: gtins })
  try {
    await world.startDaemon()
    const before = await world.redisBytes()
    await world.sync()
    const bytes = ((await world.redisBytes()) - before) / world.keys.length
    return against('Redis, a record with two files', bytes, filesLimitBytes, 'B')
  } finally {
    await world.close()
  }
}

const lag = 'nodejs_eventloop_lag_p99_seconds'

function against(work: string, value: number, limit: number, unit: string): Row {
  const [ours, yardstick] = [`${Math.round(value)} ${unit}`, `limit ${limit} ${unit}`]
  return { work, ours, yardstick, ratios: [value / limit], limit: 1 }
}
