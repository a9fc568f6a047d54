import { inSeconds, median, type Row } from '../row.ts'
import type { BenchWorld } from '../world/bench-world.ts'

const [readyLimit, helpLimit] = [0.8, 0.1]

/** Seconds until a daemon is active, and of `--help`; compiled code is cached, as on the second start of a machine. */
export async function* start(world: BenchWorld, rounds: number): AsyncGenerator<Row> {
  const [ready, help]: [number[], number[]] = [[], []]
  for (let round = 0; round <= rounds; round++) {
    await world.stopDaemons()
    const { readySeconds } = await world.startDaemon()
    const helpSeconds = await world.command('--help')
    if (round === 0) continue
    ready.push(readySeconds)
    help.push(helpSeconds)
  }
  yield toRow('start until ready', ready, readyLimit)
  yield toRow('--help', help, helpLimit)
}

function toRow(work: string, seconds: readonly number[], limit: number): Row {
  const ratios = seconds.map((one) => one / limit)
  return { work, ours: inSeconds(median(seconds)), yardstick: `limit ${inSeconds(limit)}`, ratios, limit: 1 }
}
