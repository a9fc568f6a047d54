import type { Engine } from '../../../test/wordpress/engine/start.ts'
import { median, type Row } from '../row.ts'
import type { BenchWorld } from '../world/bench-world.ts'
import { engineCpuSeconds } from './engine-cpu.ts'

/**
 * CPU of WordPress and its database for runs that only read: after a run that wrote all pages, without changes since,
 * and for a verify. Only the pages that the mirror wrote since the last run are read with their revisions.
 */
export async function* reads(world: BenchWorld, engine: Engine, rounds: number): AsyncGenerator<Row> {
  const pages = world.keys.length
  const measures = [
    { work: 'check after writing', unit: 'page', limit: 0.3, kind: 'sync' },
    { work: 'no change in', unit: 'run', limit: 60, kind: 'sync' },
    { work: 'verify', unit: 'page', limit: 0.7, kind: 'verify' },
  ] as const
  const found = measures.map((): number[] => [])
  for (let round = 0; round < rounds; round++) {
    await world.empty()
    await world.sync()
    for (const [index, { kind, unit }] of measures.entries()) {
      const before = await engineCpuSeconds(engine)
      await world.sync(kind)
      const ms = 1000 * ((await engineCpuSeconds(engine)) - before)
      found[index]?.push(unit === 'run' ? ms : ms / pages)
    }
  }
  for (const [index, { work, unit, limit }] of measures.entries()) {
    const values = found[index] ?? []
    yield {
      work: `${work} ${pages} pages`,
      ours: `WordPress ${median(values).toFixed(2)} ms a ${unit}`,
      yardstick: `limit ${limit} ms of CPU`,
      ratios: values.map((ms) => ms / limit),
      limit: 1,
    }
  }
}
