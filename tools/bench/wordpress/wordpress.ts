import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Product } from '../../../src/core/record/product.ts'
import { installEngine } from '../../../test/wordpress/engine/install.ts'
import { run } from '../../../test/wordpress/engine/run.ts'
import { startEngine, type Engine } from '../../../test/wordpress/engine/start.ts'
import { describeMachine } from '../machine.ts'
import { heading, median, toText } from '../row.ts'
import { bareBatches, bareFetch, barePosts, createsOf } from '../world/bare.ts'
import { openBench, type BenchWorld } from '../world/bench-world.ts'
import { runOn, splitCores, type Cores } from './cores.ts'
import { reads } from './reads.ts'

/** Another way to write the same pages; `limit` is the least share of its pages a second that the mirror must reach. */
type Yardstick = {
  name: string
  limit: number
  write: (products: readonly Product[]) => Promise<number>
}

/**
 * The reads of a real WordPress, in its CPU time; and a first sync, media aside, against other ways to create the same
 * pages there, in pages a second (not with `--reads`). WordPress has dedicated cores, as on a separate machine.
 */
export async function benchWordPress(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      pages: { type: 'string', default: '1000' },
      rounds: { type: 'string', default: '3' },
      'shared-cores': { type: 'boolean', default: false },
      reads: { type: 'boolean', default: false },
    },
  })
  const languages = ['de-de', 'en-gb', 'fr-fr', 'it-it']
  await installEngine()
  const cores = values['shared-cores'] ? undefined : splitCores()
  if (cores) await runOn(cores.engine)
  const engine = await startEngine()
  if (cores) await runOn(cores.rest)
  const cms = {
    root: engine.apiRoot,
    namespace: engine.namespace,
    user: engine.user,
    password: engine.password,
    reset: () => engine.reset(),
  }
  const size = { gtins: Math.ceil(Number(values.pages) / languages.length), languages }
  const world = await openBench(size, cms)
  try {
    console.log(`${await describeMachine(world)}\n${await describeEngine(engine, cores)}\n\n${heading}`)
    await world.startDaemon()
    for await (const row of reads(world, engine, Number(values.rounds))) console.log(toText(row))
    if (!values.reads) await measure(world, engine, Number(values.rounds))
  } finally {
    await world.close()
    await engine.stop()
  }
}

async function measure(world: BenchWorld, engine: Engine, rounds: number): Promise<void> {
  const { products } = await bareFetch(world)
  const yardsticks: Yardstick[] = [
    { name: 'batches of 25', limit: 0.68, write: (some) => bareBatches(world, some) },
    { name: '8 POSTs at a time', limit: 1, write: (some) => barePosts(world, some, 8) },
    { name: '1 POST at a time', limit: 1, write: (some) => barePosts(world, some, 1) },
    { name: 'wp_insert_post', limit: 0.6, write: (some) => insertPosts(world, engine, some) },
  ]
  const ours: number[] = []
  const theirs = yardsticks.map((): number[] => [])
  for (let round = 0; round <= rounds; round++) {
    const rates: number[] = []
    for (const { write } of yardsticks) {
      await world.empty()
      rates.push(products.length / (await write(products)))
    }
    await world.empty()
    const { run: synced, seconds } = await world.sync()
    if (synced.counts.created !== products.length)
      throw new Error(`run ${synced.id} ended as ${synced.state} with ${synced.counts.created} created`)
    // The first round only warms up.
    if (round === 0) continue
    ours.push(products.length / seconds)
    for (const [index, rate] of rates.entries()) theirs[index]?.push(rate)
  }
  for (const [index, { name, limit }] of yardsticks.entries()) {
    const rates = theirs[index] ?? []
    console.log(
      toText({
        work: `first sync, ${products.length} pages, WordPress`,
        ours: `${median(ours).toFixed(0)} pages/s`,
        yardstick: `${name} ${median(rates).toFixed(0)} pages/s`,
        ratios: ours.map((rate, round) => rate / (rates[round] ?? Number.NaN)),
        limit,
        atLeast: true,
      }),
    )
  }
}

/** Seconds that one PHP process takes for the same pages, without HTTP and without reading them back. */
async function insertPosts(world: BenchWorld, { siteFolder }: Engine, products: readonly Product[]) {
  const folder = await mkdtemp(join(tmpdir(), 'mirror-inserts-'))
  try {
    const file = join(folder, 'pages.json')
    await writeFile(file, JSON.stringify(createsOf(world, products).map(({ body }) => body)))
    return Number(await run('php', [join(import.meta.dirname, 'insert-posts.php'), siteFolder, file]))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function describeEngine({ siteFolder }: Engine, cores: Cores | undefined): Promise<string> {
  const version = await run('php', [
    '-r',
    `include '${siteFolder}/wp-includes/version.php'; echo $wp_version, ', PHP ', PHP_VERSION;`,
  ])
  const place =
    cores === undefined
      ? 'all on the same cores'
      : `on cores of their own (${cores.engine}), everything else on the others (${cores.rest})`
  return `WordPress ${version}, PHP's built-in server with four workers, MariaDB: ${place}`
}
