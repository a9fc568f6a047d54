import { inSeconds, median, type Row } from '../row.ts'
import type { BenchWorld } from '../world/bench-world.ts'

const [processes, wantedSeconds] = [4, 15]

/** How exactly four daemons keep to PARTNER_MAX_PER_SECOND together: neither slower nor faster, within 5 %. */
export async function* pace(world: BenchWorld, rounds: number): AsyncGenerator<Row> {
  const rate = Math.max(1, Math.round(world.keys.length / wantedSeconds))
  await world.stopDaemons()
  await Promise.all(
    Array.from({ length: processes }, () => world.startDaemon({ PARTNER_MAX_PER_SECOND: String(rate) })),
  )
  const all: number[] = []
  for (let round = 0; round < rounds; round++) all.push((await world.sync()).seconds)
  await world.stopDaemons()
  await world.startDaemon()
  const least = world.keys.length / rate
  yield {
    work: `${processes} processes at ${rate} requests/s`,
    ours: inSeconds(median(all)),
    yardstick: `${world.keys.length} requests in ${inSeconds(least)}`,
    ratios: all.map((seconds) => Math.max(seconds / least, least / seconds)),
    limit: 1.05,
  }
}
