import { inSeconds, median, type Row } from '../row.ts'
import { bareBatches, bareFetch } from '../world/bare.ts'
import type { BenchWorld, TimedRun } from '../world/bench-world.ts'

/** CPU of the daemon for a record of a first sync, in milliseconds. */
const firstSyncCpuMs = 0.85

/**
 * First sync against the sum of a bare fetch loop and a bare loop of batches with the same bodies, and its CPU for a
 * record.
 */
export async function* firstSync(world: BenchWorld, rounds: number): AsyncGenerator<Row> {
  const [ours, floors]: [TimedRun[], number[]] = [[], []]
  for (let round = 0; round <= rounds; round++) {
    await world.empty()
    const { seconds: fetching, products } = await bareFetch(world)
    const writing = await bareBatches(world, products)
    await world.empty()
    const timed = await world.sync()
    expectCount(timed, 'created', world.keys.length)
    // The first round only warms up.
    if (round === 0) continue
    ours.push(timed)
    floors.push(fetching + writing)
  }
  const yardstick = 'fetch loop + batch loop'
  yield toRow(`first sync, ${world.keys.length} records`, { yardstick, ours, floors }, 3.2)
  const cpu = ours.map(({ cpuSeconds }) => (1000 * cpuSeconds) / world.keys.length)
  yield {
    work: `CPU of a first sync, ${world.keys.length}`,
    ours: `${median(cpu).toFixed(2)} ms a record`,
    yardstick: `limit ${firstSyncCpuMs} ms`,
    ratios: cpu.map((ms) => ms / firstSyncCpuMs),
    limit: 1,
  }
}

const secondRunLimit = 1.25

/** A run over unchanged data against a bare loop that fetches the same addresses. */
export async function secondRun(world: BenchWorld, rounds: number): Promise<Row> {
  const measured = await againstFetchLoop(world, rounds)
  return toRow(`second run, ${world.keys.length} records`, measured, secondRunLimit)
}

async function againstFetchLoop(world: BenchWorld, rounds: number): Promise<Measured> {
  const [ours, floors]: [TimedRun[], number[]] = [[], []]
  for (let round = 0; round <= rounds; round++) {
    const { seconds } = await bareFetch(world)
    const timed = await world.sync()
    // The first run after a large write compares its pages.
    if (round === 0) continue
    expectNoWrites(world, timed)
    ours.push(timed)
    floors.push(seconds)
  }
  return { yardstick: 'fetch loop', ours, floors }
}

/** The same while the partner knows ETags, against a loop that sends If-None-Match. */
export async function notModified(world: BenchWorld, rounds: number): Promise<Row> {
  const [ours, floors]: [TimedRun[], number[]] = [[], []]
  const { etags } = await bareFetch(world)
  for (let round = 0; round <= rounds; round++) {
    const { seconds } = await bareFetch(world, etags)
    const timed = await world.sync()
    // The first run after a large write compares its pages.
    if (round === 0) continue
    expectNoWrites(world, timed)
    ours.push(timed)
    floors.push(seconds)
  }
  const yardstick = 'loop, If-None-Match'
  return toRow(`second run, 304, ${world.keys.length} records`, { yardstick, ours, floors }, secondRunLimit)
}

/** The same while the partner sends no ETags, against a loop that reads every response. */
export async function withoutEtags(world: BenchWorld, rounds: number): Promise<Row> {
  await world.fault([{ side: 'partner', path: '/product/', kind: 'strip-headers', names: ['ETag'] }])
  // The first run reads all responses.
  await world.sync()
  const measured = await againstFetchLoop(world, rounds)
  await world.fault([])
  return toRow(`second run, no ETags, ${world.keys.length} records`, measured, secondRunLimit)
}

/** Reads of a run with updates, apart from one for each 100: changed pages, other pages' status, and what visitors see. */
const fixedReads = 3

/** Requests of N updates of a field that no list of products shows. */
export async function requestsOfUpdates(world: BenchWorld): Promise<string> {
  const changed = world.gtins.slice(0, Math.min(60, world.gtins.length))
  for (const gtin of changed) await world.change(gtin, { intro: 'Changed.' })
  const { run } = await world.sync()
  const { cmsReads, cmsBatches } = run.requests
  const { updated } = run.counts
  return `${updated} updates: ${cmsReads} reads (limit ${fixedReads + Math.ceil(updated / 100)}), ${cmsBatches} batches (limit ${Math.ceil(updated / 25)})`
}

function expectNoWrites(world: BenchWorld, timed: TimedRun): void {
  expectCount(timed, 'unchanged', world.keys.length)
  const { cmsReads, cmsBatches, cmsOther } = timed.run.requests
  // One that checks for changed pages, and at most one for each parent page.
  if (cmsReads > 2 + world.languages.length || cmsBatches + cmsOther > 0)
    throw new Error(`a second run sent ${cmsReads} reads and ${cmsBatches + cmsOther} other requests`)
}

function expectCount({ run }: TimedRun, name: 'created' | 'unchanged', expected: number): void {
  if (run.counts[name] !== expected)
    throw new Error(`run ${run.id} ended as ${run.state} with ${run.counts[name]} ${name} of ${expected}`)
}

type Measured = { yardstick: string; ours: readonly TimedRun[]; floors: readonly number[] }

function toRow(work: string, { yardstick, ours, floors }: Measured, limit: number): Row {
  const records = ours[0]?.run.counts.records ?? Number.NaN
  const cpu = (1000 * median(ours.map(({ cpuSeconds }) => cpuSeconds))) / records
  return {
    work,
    ours: `${inSeconds(median(ours.map(({ seconds }) => seconds)))}, CPU ${cpu.toFixed(2)} ms each`,
    yardstick: `${yardstick} ${inSeconds(median(floors))}`,
    ratios: ours.map(({ seconds }, index) => seconds / (floors[index] ?? Number.NaN)),
    limit,
  }
}
