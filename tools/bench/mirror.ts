import { parseArgs } from 'node:util'
import { describeMachine } from './machine.ts'
import { heading, toText, type Row } from './row.ts'
import { fair } from './rows/fair.ts'
import { fleet } from './rows/fleet.ts'
import { mapped, mappedTypes } from './rows/mapped.ts'
import { memory, redisWithFiles } from './rows/memory.ts'
import { oneChange } from './rows/one-change.ts'
import { pace } from './rows/pace.ts'
import { firstSync, notModified, requestsOfUpdates, secondRun, withoutEtags } from './rows/runs.ts'
import { start } from './rows/start.ts'
import { openBench, type BenchWorld } from './world/bench-world.ts'

const parts = ['start', 'runs', 'mapped', 'fleet', 'pace', 'fair', 'memory', 'files'] as const
type Part = (typeof parts)[number]

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
  const chosen = parts.filter((part) => positionals.length === 0 || positionals.includes(part))
  const languages = values.languages.split(',')
  const sizes = values.records.split(',').map(Number)
  for (const [index, records] of sizes.entries()) {
    const types = mappedTypes
    const world = await openBench({ gtins: Math.ceil(records / languages.length), languages, types })
    try {
      if (index === 0) console.log(`${await describeMachine(world)}\n\n${heading}`)
      for (const part of chosen)
        // What does not depend on the number of records is measured once.
        if (part !== 'files' && (index === 0 || part === 'runs' || part === 'memory'))
          await measure(part, world, Number(values.rounds))
    } finally {
      await world.close()
    }
    if (index === 0 && chosen.includes('files')) console.log(toText(await redisWithFiles(records, languages)))
  }
}

async function measure(part: Part, world: BenchWorld, rounds: number): Promise<void> {
  const print = (row: Row): void => console.log(toText(row))
  if (part === 'start') for await (const row of start(world, rounds)) print(row)
  if (part === 'fleet' || part === 'pace') {
    await world.stopDaemons()
    await world.startDaemon()
    await world.sync()
    for await (const row of (part === 'fleet' ? fleet : pace)(world, Math.ceil(rounds / 2))) print(row)
  }
  if (part === 'mapped') for await (const row of mapped(world, rounds)) print(row)
  if (part === 'fair') print(await fair(world))
  if (part === 'memory') for await (const row of memory(world)) print(row)
  if (part !== 'runs') return
  await world.stopDaemons()
  await world.startDaemon()
  print(await firstSync(world, rounds))
  print(await secondRun(world, rounds))
  print(await notModified(world, rounds))
  print(await withoutEtags(world, rounds))
  for await (const row of oneChange(world, rounds)) print(row)
  console.log(await requestsOfUpdates(world))
}
