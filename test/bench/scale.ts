import { parseArgs } from 'node:util'
import { describeMachine } from './machine.ts'
import { heading, toText, type Row } from './row.ts'
import { openBench, type BenchWorld, type TimedRun } from './world/bench-world.ts'

const languages = ['de-de', 'en-gb', 'fr-fr', 'it-it']
const few = 2_000
const memoryLimitMb = 200

/** Milliseconds a record takes, by the kind of run, and what the mirror occupies. */
type Measured = { times: Map<string, number>; mostMb: number; redisBytes: number; records: number }

/** What a record costs in a large mirror, against one of 2 000 records: `bench -- scale 200000`. */
export async function benchScale(args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  const small = await withWorld(few, async (world) => {
    console.log(`${await describeMachine(world)}\n`)
    return measure(world)
  })
  const large = await withWorld(Number(positionals[0] ?? 200_000), measure)
  console.log(`\n${heading}`)
  for (const row of compare(large, small)) console.log(toText(row))
}

async function withWorld<T>(records: number, use: (world: BenchWorld) => Promise<T>): Promise<T> {
  const world = await openBench({ gtins: Math.ceil(records / languages.length), languages })
  try {
    return await use(world)
  } finally {
    await world.close()
  }
}

async function measure(world: BenchWorld): Promise<Measured> {
  const records = world.keys.length
  const times = new Map<string, number>()
  const before = await world.redisBytes()
  await world.startDaemon()
  let mostMb = 0
  const timed = async (work: string, expected: Partial<TimedRun['run']['counts']>, kind?: 'verify') => {
    const { run, seconds, usage } = await world.sync(kind)
    for (const [name, count] of Object.entries(expected))
      if (run.counts[name as keyof typeof run.counts] !== count)
        throw new Error(`run ${run.id} (${work}) ended as ${run.state}: ${JSON.stringify(run.counts)}`)
    times.set(work, (1000 * seconds) / records)
    mostMb = usage.mostMb
    console.log(
      `${records} records, ${work}: ${seconds.toFixed(1)} s; memory ${Math.round(usage.residentMb)} MB, at most ${Math.round(mostMb)} MB`,
    )
  }
  await timed('first sync', { created: records })
  const redisBytes = ((await world.redisBytes()) - before) / records
  await timed('second run', { unchanged: records })
  await timed('second run again', { unchanged: records })
  const changed = world.gtins.slice(0, Math.ceil(world.gtins.length / 100))
  for (const gtin of changed) await world.change(gtin, { price: 9.9 })
  await timed('1 % changed', { updated: changed.length * languages.length })
  await timed('verify', {}, 'verify')
  return { times, mostMb, redisBytes, records }
}

function* compare(large: Measured, small: Measured): Iterable<Row> {
  for (const [work, ms] of large.times) {
    const before = small.times.get(work) ?? Number.NaN
    yield {
      work: `${work}, ${large.records} records`,
      ours: `${ms.toFixed(2)} ms a record`,
      yardstick: `${small.records} records: ${before.toFixed(2)} ms`,
      ratios: [ms / before],
      limit: 1.1,
    }
  }
  yield {
    work: `memory, ${large.records} records`,
    ours: `${Math.round(large.mostMb)} MB`,
    yardstick: `limit ${memoryLimitMb} MB`,
    ratios: [large.mostMb / memoryLimitMb],
    limit: 1,
  }
  yield {
    work: 'Redis, a record without files',
    ours: `${Math.round(large.redisBytes)} B`,
    yardstick: `${small.records} records: ${Math.round(small.redisBytes)} B`,
    ratios: [large.redisBytes / small.redisBytes],
    limit: 1.1,
  }
}
