import { readDocumented } from './compare/documented.ts'
import { drawSequence } from './draw/sequence.ts'
import { judge } from './judge.ts'
import type { Options } from './options.ts'
import { figuresOf, isEnough, short, tellClass, tellDocumented, tellStep } from './report.ts'
import { shrink } from './shrink.ts'
import { openBundled, openEngine } from './sides.ts'
import type { Sides, Step } from './step.ts'
import { type DifferenceClass, createTally } from './tally.ts'

/** The number of classes whose reproductions are shortened, the most frequent first. */
const mostShrunk = 40

type Print = (text: string) => void

/** Compares the two servers and prints the report. Returns whether enough requests agree. */
export async function compareServers(options: Options, print: Print): Promise<boolean> {
  const engine = await openEngine()
  const bundled = await openBundled()
  try {
    const sides = { engine, bundled }
    return options.only === undefined
      ? await compareMany(sides, options, print)
      : await compareOne(sides, { seed: options.seed, index: options.only }, print)
  } finally {
    await Promise.all([engine.close(), bundled.close()])
  }
}

async function compareMany(
  sides: Sides,
  { seed, count, shrink: tries }: Options,
  print: Print,
): Promise<boolean> {
  const known = readDocumented()
  const tally = createTally()
  for (let index = 0, left = count; left > 0; index++) {
    const verdicts = await judge(sides, known, drawSequence(seed, index).slice(0, left))
    tally.add(index, verdicts)
    left -= verdicts.length
  }
  const result = tally.read()
  // Repeated at the end, because the list of classes may be long.
  print(`${figuresOf(result)}\n`)
  const unknown = result.classes.filter(({ why }) => why === undefined)
  for (const [index, one] of unknown.entries()) {
    const plays = index < mostShrunk ? tries : 0
    const steps = await shrink(one.sample.steps, (shorter) => shows(shorter, one), plays)
    print(`${tellClass(one, steps)}\n`)
  }
  print(`${tellDocumented(result.classes)}\n\n${figuresOf(result)}`)
  return isEnough(result)

  async function shows(steps: readonly Step[], { key }: DifferenceClass): Promise<boolean> {
    const verdicts = await judge(sides, known, steps)
    return verdicts.some(({ findings }) => findings.some((one) => one.key === key && one.why === undefined))
  }
}

/** Prints one sequence request by request. */
async function compareOne(
  sides: Sides,
  which: { seed: number; index: number },
  print: Print,
): Promise<boolean> {
  const verdicts = await judge(sides, readDocumented(), drawSequence(which.seed, which.index))
  for (const { exchange, findings } of verdicts) {
    print(tellStep(exchange.step))
    print(`  engine ${exchange.engine.status}, bundled ${exchange.bundled.status}`)
    for (const { key, why, engine, bundled } of findings) {
      print(`  ${key}${why === undefined ? '' : ` (documented: ${why})`}`)
      print(`    engine:  ${short(engine)}\n    bundled: ${short(bundled)}`)
    }
  }
  return verdicts.every(({ findings }) => findings.every(({ why }) => why !== undefined))
}
