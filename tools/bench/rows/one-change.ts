import { inSeconds, median, type Row } from '../row.ts'
import type { BenchWorld } from '../world/bench-world.ts'

/** CPU of a run in which one product changed, against a run without changes. Listings show its name, but not its text. */
export async function* oneChange(world: BenchWorld, rounds: number): AsyncGenerator<Row> {
  const [gtin = ''] = world.gtins
  for (const field of ['intro', 'name']) {
    const [ours, yardstick]: [number[], number[]] = [[], []]
    for (let round = 0; round <= rounds; round++) {
      const unchanged = await world.sync()
      await world.change(gtin, { [field]: `Changed ${round}` })
      const changed = await world.sync()
      if (changed.run.counts.updated !== world.languages.length)
        throw new Error(`run ${changed.run.id} updated ${changed.run.counts.updated} pages`)
      // The first round only warms up.
      if (round === 0) continue
      ours.push(changed.cpuSeconds)
      yardstick.push(unchanged.cpuSeconds)
    }
    yield {
      work: `one ${field} changed, ${world.keys.length} records`,
      ours: `CPU ${inSeconds(median(ours))}`,
      yardstick: `no change ${inSeconds(median(yardstick))}`,
      ratios: ours.map((seconds, index) => seconds / (yardstick[index] ?? Number.NaN)),
      limit: 1.1,
    }
  }
}
