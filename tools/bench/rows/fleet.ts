import { inSeconds, median, type Row } from '../row.ts'
import type { BenchWorld } from '../world/bench-world.ts'

const latencyMs = 50
/** 40 chunks. Of 20 chunks, some of four processes have one more than the others. */
export const fleetRecords = 8_000
/** The least gain of so many processes over one. */
const limits = new Map([
  [2, 1.9],
  [4, 3.5],
])

/** The speed of several daemons relative to one, with a partner latency of 50 ms. */
export async function* fleet(world: BenchWorld, rounds: number): AsyncGenerator<Row> {
  const seconds = new Map<number, number[]>([1, ...limits.keys()].map((size) => [size, []]))
  await world.fault([{ side: 'partner', path: '/product', kind: 'latency', ms: latencyMs }])
  for (let round = 0; round < rounds; round++) {
    for (const [size, all] of seconds) {
      await world.stopDaemons()
      await Promise.all(Array.from({ length: size }, () => world.startDaemon()))
      all.push((await world.sync()).seconds)
    }
  }
  const alone = seconds.get(1) ?? []
  for (const [size, limit] of limits) {
    const together = seconds.get(size) ?? []
    yield {
      work: `${size} processes, partner at ${latencyMs} ms`,
      ours: inSeconds(median(together)),
      yardstick: `one process ${inSeconds(median(alone))}`,
      ratios: together.map((one, index) => (alone[index] ?? Number.NaN) / one),
      limit,
      atLeast: true,
    }
  }
}
