import { parseArgs } from 'node:util'
import { describeMachine } from './machine.ts'
import { heading, toText, type Row } from './row.ts'
import { openBench, type BenchWorld, type TimedRun } from './world/bench-world.ts'

const languages = ['de-de', 'en-gb', 'fr-fr', 'it-it']
const few = 2_000
const memoryLimitMb = 200
const redisLimitBytes = 4400

/** Milliseconds a record takes, by the kind of run, and what the mirror occupies. */
type Measured = {
  times: Map<string, number>
  mostMb: number
  redisBytes: number
  records: number
  /** Attachments per record. */
  files: number
}

/**
 * The cost of a record in a large mirror, against one of 2,000 records: `bench -- scale 200000`. With `--generated` both
 * mirrors start with generated snapshots and no pages, so that only runs without changes can be measured. With `--files`
 * every product has files.
 */
export async function benchScale(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { generated: { type: 'boolean', default: false }, files: { type: 'boolean', default: false } },
  })
  const { files } = values
  const take = values.generated ? measureGenerated : measure
  const small = await withWorld({ records: few, files }, async (world) => {
    console.log(`${await describeMachine(world)}\n`)
    return take(world)
  })
  const large = await withWorld({ records: Number(positionals[0] ?? 200_000), files }, take)
  console.log(`\n${heading}`)
  for (const row of compare(large, small)) console.log(toText(row))
}

async function withWorld<T>(
  { records, files }: { records: number; files: boolean },
  use: (world: BenchWorld) => Promise<T>,
): Promise<T> {
  const gtins = Math.ceil(records / languages.length)
  const world = await openBench({ gtins, languages, ...(files && { withFiles: gtins }) })
  try {
    return await use(world)
  } finally {
    await world.close()
  }
}

async function measure(world: BenchWorld): Promise<Measured> {
  const { times, timed, most } = await openMeasure(world)
  const before = await world.redisBytes()
  const records = world.keys.length
  await timed('first sync', { created: records })
  const redisBytes = ((await world.redisBytes()) - before) / records
  await timed('second run', { unchanged: records })
  await timed('second run again', { unchanged: records })
  await world.change(world.gtins[0] ?? '', { name: 'Changed.' })
  await timed('one name changed', { updated: languages.length })
  const changed = world.gtins.slice(0, Math.ceil(world.gtins.length / 100))
  for (const gtin of changed) await world.change(gtin, { intro: 'Changed.' })
  await timed('1 % changed', { updated: changed.length * languages.length })
  await timed('verify', {}, 'verify')
  const files = (await world.redis.hlen(world.mirrorKeys.media)) / records
  return { times, mostMb: most(), redisBytes, records, files }
}

async function measureGenerated(world: BenchWorld): Promise<Measured> {
  const before = await world.redisBytes()
  const records = world.keys.length
  const startedAt = performance.now()
  await world.generate()
  const redisBytes = ((await world.redisBytes()) - before) / records
  console.log(`${records} snapshots generated in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
  const { times, timed, most } = await openMeasure(world)
  // The first one creates the parent pages.
  for (const work of ['first run', 'second run', 'third run']) await timed(work, { unchanged: records })
  return { times, mostMb: most(), redisBytes, records, files: 0 }
}

/** Starts a daemon; `timed` plays one run and stores its time, `most` is the daemon's most resident memory in MB. */
async function openMeasure(world: BenchWorld) {
  const records = world.keys.length
  const times = new Map<string, number>()
  let mostMb = 0
  await world.startDaemon()
  return {
    times,
    most: () => mostMb,
    timed: async (
      work: string,
      expected: Partial<TimedRun['run']['counts']>,
      kind?: 'verify',
    ): Promise<void> => {
      const { run, seconds, usage } = await world.sync(kind)
      for (const [name, count] of Object.entries(expected))
        if (run.counts[name as keyof typeof run.counts] !== count)
          throw new Error(`run ${run.id} (${work}) ended as ${run.state}: ${JSON.stringify(run.counts)}`)
      times.set(work, (1000 * seconds) / records)
      mostMb = usage.mostMb
      console.log(
        `${records} records, ${work}: ${seconds.toFixed(1)} s; memory ${Math.round(usage.residentMb)} MB, at most ${Math.round(mostMb)} MB`,
      )
    },
  }
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
  const redis = {
    work: `Redis, a record ${large.files === 0 ? 'without' : `with ${large.files.toFixed(1)}`} files`,
    ours: `${Math.round(large.redisBytes)} B`,
  }
  yield {
    ...redis,
    yardstick: `limit ${redisLimitBytes} B`,
    ratios: [large.redisBytes / redisLimitBytes],
    limit: 1,
  }
  yield {
    ...redis,
    yardstick: `${small.records} records: ${Math.round(small.redisBytes)} B`,
    ratios: [large.redisBytes / small.redisBytes],
    limit: 1.1,
  }
}
