import { setTimeout as sleep } from 'node:timers/promises'
import { activeStates } from '../../../src/core/run/run.ts'
import { inSeconds, quantile, type Row } from '../row.ts'
import type { BenchWorld } from '../world/bench-world.ts'

const limitSeconds = 2
const pollMs = 5

/** How long a resync of one product takes, from the request to its end, one after the other during a first sync. */
export async function fair(world: BenchWorld): Promise<Row> {
  await world.stopDaemons()
  const daemon = await world.startDaemon()
  await world.empty()
  const over = new AbortController()
  const full = world.sync().finally(() => over.abort())
  const seconds: number[] = []
  for (let index = 0; !over.signal.aborted; index++) {
    const gtin = world.gtins[(index * 97) % world.gtins.length] ?? ''
    const startedAt = performance.now()
    const runId = await daemon.startRun({ gtins: [gtin] })
    while (activeStates.includes((await daemon.readRun(runId)).state)) await sleep(pollMs)
    seconds.push((performance.now() - startedAt) / 1000)
  }
  const { run } = await full
  return {
    work: `${seconds.length} resyncs during a run of ${run.counts.records}`,
    ours: `p50 ${inSeconds(quantile(seconds, 0.5))}, p95 ${inSeconds(quantile(seconds, 0.95))}`,
    yardstick: `at most ${inSeconds(limitSeconds)}`,
    ratios: [quantile(seconds, 0.95) / limitSeconds],
    limit: 1,
  }
}
