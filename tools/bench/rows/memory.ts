import type { Row } from '../row.ts'
import type { BenchWorld } from '../world/bench-world.ts'
import { usageOf } from '../world/usage.ts'

const [idleLimitMb, limitMb, lagLimitMs, redisLimitBytes] = [120, 200, 50, 4096]

/** Memory of an idle daemon, and its maximum during a first sync; its event loop; the size of a record in Redis. */
export async function* memory(world: BenchWorld): AsyncGenerator<Row> {
  await world.stopDaemons()
  await world.empty()
  const daemon = await world.startDaemon()
  const idle = await usageOf(daemon.pid)
  yield against('memory, idle', idle.residentMb, idleLimitMb, 'MB')
  const before = await world.redisBytes()
  // Each sample restarts the measurement.
  await daemon.metric(lag)
  const { usage } = await world.sync()
  const records = world.keys.length
  yield against(`memory, first sync of ${records}`, usage.mostMb, limitMb, 'MB')
  yield against('event loop delay, p99', 1000 * (await daemon.metric(lag)), lagLimitMs, 'ms')
  const bytes = ((await world.redisBytes()) - before) / records
  yield against('Redis, a record without files', bytes, redisLimitBytes, 'B')
}

const lag = 'nodejs_eventloop_lag_p99_seconds'

function against(work: string, value: number, limit: number, unit: string): Row {
  const [ours, yardstick] = [`${Math.round(value)} ${unit}`, `limit ${limit} ${unit}`]
  return { work, ours, yardstick, ratios: [value / limit], limit: 1 }
}
