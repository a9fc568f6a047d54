import { join } from 'node:path'
import { inSeconds, median, type Row } from '../row.ts'
import type { BenchWorld } from '../world/bench-world.ts'

const examples = join(import.meta.dirname, '..', '..', '..', 'examples')

/** The post types of a server whose pages have the fields of `MAP`. */
export const mappedTypes = join(examples, 'types', 'pages.yaml')

const map = join(examples, 'map', 'map.yaml')

const [timeLimit, redisLimit] = [1.15, 1.15]

/** A first sync with the example field map against one without a map, in turn: seconds, and bytes in Redis. */
export async function* mapped(world: BenchWorld, rounds: number): AsyncGenerator<Row> {
  const [plain, withMap]: [Sample[], Sample[]] = [[], []]
  for (let round = 0; round <= rounds; round++) {
    const samples = [await firstSync(world, {}), await firstSync(world, { MAP: map })] as const
    // The first round only warms up.
    if (round === 0) continue
    plain.push(samples[0])
    withMap.push(samples[1])
  }
  const ratios = (of: (sample: Sample) => number) =>
    withMap.map((sample, index) => of(sample) / of(plain[index] ?? sample))
  const middle = (samples: readonly Sample[], of: (sample: Sample) => number) => median(samples.map(of))
  yield {
    work: `first sync, mapped, ${world.keys.length} records`,
    ours: inSeconds(middle(withMap, ({ seconds }) => seconds)),
    yardstick: `without a map ${inSeconds(middle(plain, ({ seconds }) => seconds))}`,
    ratios: ratios(({ seconds }) => seconds),
    limit: timeLimit,
  }
  yield {
    work: 'Redis, a mapped record',
    ours: `${Math.round(middle(withMap, ({ bytes }) => bytes))} B`,
    yardstick: `without a map ${Math.round(middle(plain, ({ bytes }) => bytes))} B`,
    ratios: ratios(({ bytes }) => bytes),
    limit: redisLimit,
  }
}

type Sample = { seconds: number; bytes: number }

async function firstSync(world: BenchWorld, environment: Record<string, string>): Promise<Sample> {
  await world.stopDaemons()
  await world.empty()
  await world.startDaemon(environment)
  const before = await world.redisBytes()
  const { run, seconds } = await world.sync()
  const records = world.keys.length
  if (run.counts.created !== records)
    throw new Error(`run ${run.id} ended as ${run.state} with ${run.counts.created} created of ${records}`)
  return { seconds, bytes: ((await world.redisBytes()) - before) / records }
}
