import { parseArgs } from 'node:util'
import { describeMachine } from './machine.ts'
import { measureFirstSync, measureRequests, measureSecondRun } from './measures.ts'
import { benchMockScale } from './mock-scale.ts'
import { openBench } from './world.ts'

// `npm run bench -- mock` measures the bundled server; without a word it is the mirror.
if (process.argv[2] === 'mock') {
  await benchMockScale(process.argv.slice(3))
  process.exit(0)
}

const { values } = parseArgs({
  options: {
    gtins: { type: 'string', default: '500' },
    languages: { type: 'string', default: 'de-de,en-gb,fr-fr,it-it' },
    rounds: { type: 'string', default: '5' },
  },
})

const rounds = Number(values.rounds)
const world = await openBench({ gtins: values.gtins, languages: values.languages })
try {
  console.log(await describeMachine(world))
  console.log(
    `${world.keys.length} records (${values.gtins} GTINs × ${world.languages.length} languages), ${world.concurrency} partner requests at once, ${rounds} rounds, medians\n`,
  )
  for (const measure of [measureFirstSync, measureSecondRun, measureRequests])
    console.log(await measure(world, rounds))
  console.log(
    `memory       ${Math.round(process.resourceUsage().maxRSS / 1024)} MB resident at most in the measuring process, which holds the daemon`,
  )
} finally {
  await world.close()
}
process.exit(0)
