import { parseArgs } from 'node:util'
import { describeMachine } from './machine.ts'
import { heading, toText, type Row } from './row.ts'
import { fair } from './rows/fair.ts'
import { fleet, fleetRecords } from './rows/fleet.ts'
import { mapped, mappedTypes } from './rows/mapped.ts'
import { memory, redisWithFiles } from './rows/memory.ts'
import { oneChange } from './rows/one-change.ts'
import { pace } from './rows/pace.ts'
import { photoPages, photos } from './rows/photos.ts'
import { firstSync, notModified, requestsOfUpdates, secondRun, withoutEtags } from './rows/runs.ts'
import { redisTraffic } from './rows/redis.ts'
import { start } from './rows/start.ts'
import { openBench, type BenchWorld } from './world/bench-world.ts'

const parts = [
  'start',
  'runs',
  'redis',
  'mapped',
  'fleet',
  'pace',
  'fair',
  'memory',
  'files',
  'photos',
] as const
type Part = (typeof parts)[number]

/** What depends on the number of records; the rest is measured once. */
const ofEachSize: ReadonlySet<Part> = new Set(['runs', 'redis', 'memory'])
/** These need a world of their own. */
const apart: ReadonlySet<Part> = new Set(['fleet', 'files', 'photos'])

/** Measures the mirror on the bundled server against bare loops, and prints a table, a row as soon as it is known. */
export async function benchMirror(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      records: { type: 'string', default: '2000,10000' },
      languages: { type: 'string', default: 'de-de,en-gb,fr-fr,it-it' },
      rounds: { type: 'string', default: '3' },
    },
  })
  const isChosen = (part: Part): boolean => positionals.length === 0 || positionals.includes(part)
  const chosen = parts.filter((part) => !apart.has(part) && isChosen(part))
  const languages = values.languages.split(',')
  const sizes = values.records.split(',').map(Number)
  for (const [index, records] of sizes.entries()) {
    const size = { gtins: Math.ceil(records / languages.length), languages, types: mappedTypes }
    await inWorld(size, async (world) => {
      if (index === 0) console.log(`${await describeMachine(world)}\n\n${heading}`)
      for (const part of chosen)
        if (index === 0 || ofEachSize.has(part)) await measure(part, world, Number(values.rounds))
    })
    if (index === 0 && isChosen('files')) console.log(toText(await redisWithFiles(records, languages)))
  }
  const rounds = Number(values.rounds)
  if (isChosen('fleet')) await measureFleet(languages, Math.ceil(rounds / 2))
  if (isChosen('photos')) await measurePhotos(rounds)
}

/** Several processes need more work than a few chunks. */
async function measureFleet(languages: readonly string[], rounds: number): Promise<void> {
  await inWorld({ gtins: Math.ceil(fleetRecords / languages.length), languages }, async (world) => {
    await world.startDaemon()
    await world.sync()
    for await (const row of fleet(world, rounds)) console.log(toText(row))
  })
}

/** Photos need a world of their own size. */
async function measurePhotos(rounds: number): Promise<void> {
  await inWorld({ gtins: photoPages, languages: ['de-de'] }, async (world) =>
    console.log(toText(await photos(world, rounds))),
  )
}

/** Measures in a new world, which is closed afterwards. */
async function inWorld(
  size: Parameters<typeof openBench>[0],
  measureIn: (world: BenchWorld) => Promise<void>,
): Promise<void> {
  const world = await openBench(size)
  try {
    await measureIn(world)
  } finally {
    await world.close()
  }
}

async function measure(part: Part, world: BenchWorld, rounds: number): Promise<void> {
  const print = (row: Row): void => console.log(toText(row))
  if (part === 'start') for await (const row of start(world, rounds)) print(row)
  if (part === 'pace') {
    await world.stopDaemons()
    await world.startDaemon()
    await world.sync()
    for await (const row of pace(world, Math.ceil(rounds / 2))) print(row)
  }
  if (part === 'redis') {
    await world.stopDaemons()
    // Each family is one more command.
    await world.startDaemon({ FAMILY_BY: 'off' })
    for await (const row of redisTraffic(world)) print(row)
  }
  if (part === 'mapped') for await (const row of mapped(world, rounds)) print(row)
  if (part === 'fair') print(await fair(world))
  if (part === 'memory') for await (const row of memory(world)) print(row)
  if (part !== 'runs') return
  await world.stopDaemons()
  await world.startDaemon()
  for await (const row of firstSync(world, rounds)) print(row)
  print(await secondRun(world, rounds))
  print(await notModified(world, rounds))
  print(await withoutEtags(world, rounds))
  for await (const row of oneChange(world, rounds)) print(row)
  console.log(await requestsOfUpdates(world))
}
