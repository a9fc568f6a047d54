import { bareBatches, bareFetch } from './bare.ts'
import type { BenchWorld } from './world.ts'

/** First sync against the sum of a bare fetch loop and a bare loop of batches with the same bodies; limit 1.5. */
export async function measureFirstSync(world: BenchWorld, rounds: number): Promise<string> {
  const ratios: number[] = []
  const shown: string[] = []
  for (let round = 0; round <= rounds; round++) {
    await world.empty()
    const { seconds: fetching, products } = await bareFetch(world)
    const writing = await bareBatches(world, products)
    await world.empty()
    const { run, seconds } = await world.sync()
    if (run.counts.created !== world.keys.length)
      throw new Error(`first sync created ${run.counts.created} of ${world.keys.length}`)
    if (round === 0) continue
    ratios.push(seconds / (fetching + writing))
    shown.push(`${seconds.toFixed(2)} s / (${fetching.toFixed(2)} + ${writing.toFixed(2)} s)`)
  }
  return line('first sync', ratios, 1.5, shown)
}

/** A run over unchanged data against a bare loop that fetches the same addresses; limit 1.3. */
export async function measureSecondRun(world: BenchWorld, rounds: number): Promise<string> {
  const ratios: number[] = []
  const shown: string[] = []
  for (let round = 0; round <= rounds; round++) {
    const { seconds: fetching } = await bareFetch(world)
    const { run, seconds } = await world.sync()
    const { cmsReads, cmsBatches, cmsOther } = run.requests
    if (run.counts.unchanged !== world.keys.length)
      throw new Error(`second run found ${run.counts.unchanged} unchanged`)
    // After a run that wrote, the look for changed pages lists what it wrote, a hundred a request.
    const most = 2 + Math.ceil((world.keys.length + world.languages.length + 1) / 100)
    if (cmsReads > most || cmsBatches + cmsOther > 0)
      throw new Error(`second run sent ${cmsReads} reads and ${cmsBatches + cmsOther} other requests`)
    if (round === 0) continue
    ratios.push(seconds / fetching)
    shown.push(`${seconds.toFixed(2)} s / ${fetching.toFixed(2)} s`)
  }
  return line('second run', ratios, 1.3, shown)
}

/**
 * Requests used for N updates of a field that no list of products shows; limits ⌈N/100⌉ reads, one more to look for
 * changed pages, and ⌈N/25⌉ batches.
 */
export async function measureRequests(world: BenchWorld): Promise<string> {
  const changed = world.gtins.slice(0, Math.min(60, world.gtins.length))
  for (const gtin of changed) await world.change(gtin, { price: 9.9 })
  const { run } = await world.sync()
  const { cmsReads, cmsBatches } = run.requests
  const { updated } = run.counts
  return `requests     ${updated} updates: ${cmsReads} reads (limit ${1 + Math.ceil(updated / 100)}), ${cmsBatches} batches (limit ${Math.ceil(updated / 25)})`
}

function line(name: string, ratios: readonly number[], limit: number, shown: readonly string[]): string {
  const sorted = [...ratios].sort((a, b) => a - b)
  const at = (share: number): string =>
    (sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN).toFixed(2)
  return `${name.padEnd(13)}${at(0.5)} (limit ${limit.toFixed(1)}; ${at(0)} to ${at(1)})   ${shown.join(', ')}`
}
